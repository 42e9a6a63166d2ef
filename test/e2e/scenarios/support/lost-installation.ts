import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '@verbatim/postgres';
import type { Truth } from '../../../faults/load/truth';
import { settled } from '../../../support/kafka-rig/operations';
import { waitUntil } from '../../../support/kafka-rig/wait-until';
import { PostgresServer } from '../../../support/postgres-tools';
import type { Backup, TakeBackup } from './backups-under-load';
import type { Installation } from './installation';

const DATABASE = 'verbatim';
/** Contexts before the backup: all services are at work then. */
const SERVED = 20;
/** Of receipts. */
const SHARDS = 256;
const policy = { history: { triggerAt: 8, keepRecent: 2, retriggerAt: 4 }, toolResults: { keepRecent: 1 } };

/** What there was before the disaster. */
export interface Lost {
  readonly server: PostgresServer;
  readonly truth: Truth;
  readonly backup: Backup;
  /** What taking the backup took, and what was acknowledged meanwhile. */
  readonly taking: { readonly seconds: number; readonly events: number; readonly contexts: number };
}

/** A backup is taken while everybody works, and all goes on; then the services stop, and the database is as good as gone. */
export async function loseAfterBackup(
  installation: Installation,
  take: TakeBackup,
  events: number,
): Promise<Lost> {
  const server = await PostgresServer.initialise();
  await server.query(`CREATE DATABASE ${DATABASE}`);
  await installation.start(server.urlOf(DATABASE), 'projector', 'summarizer', 'context-builder');
  await installation.choosePolicy(policy);
  const { load, truth } = installation.load(events);
  await load.start();
  await load.until(0.3);
  await waitUntil('runtimes are served', () => Promise.resolve(truth.served.length >= SERVED));
  const going = load.until(0.8);
  const [began, known, served] = [performance.now(), truth.acknowledged.length, truth.served.length];
  const backup = await take(server, DATABASE);
  const taking = {
    seconds: (performance.now() - began) / 1000,
    events: truth.acknowledged.length - known,
    contexts: truth.served.length - served,
  };
  await going;
  await load.finish();
  await load.rest();
  await load.close();
  await rested(installation);
  expect(truth.unexpected).toEqual([]);
  expect(await installation.stop()).toEqual([0, 0, 0]);
  return { server, truth, backup, taking };
}

/** "Restore" of docs/operations/restore.md: the server is there, nothing runs on it yet. */
export async function restore(installation: Installation, backup: Backup): Promise<Restoration> {
  const server = await backup.restore();
  const url = server.urlOf(DATABASE);
  return { server, url, begin: () => begin(installation, url) };
}

interface Restoration {
  readonly server: PostgresServer;
  readonly url: string;
  /** The steps after that, up to where clients may come. @returns seconds until the log was read */
  readonly begin: () => Promise<number>;
}

async function begin(installation: Installation, url: string): Promise<number> {
  await installation.start(url, 'projector', 'context-builder');
  const seconds = await waitUntil('the log is read', async () => {
    const { totals } = JSON.parse(await installation.command('lag', '--json')) as { totals: { lag: number } };
    return totals.lag === 0;
  });
  await relayed(installation);
  if (installation.kafka !== null) await leaveNumbersOut(url);
  await installation.start(url, 'summarizer');
  await installation.command('doctor');
  await installation.command('audit', 'verify', '--all');
  return seconds;
}

/** The statement of the page itself. */
async function leaveNumbersOut(url: string): Promise<void> {
  const page = readFileSync(join(__dirname, '../../../../docs/operations/restore.md'), 'utf8');
  const [, statement] = /```sql\n(WITH moved [^`]*)```/.exec(page) ?? [];
  if (statement === undefined)
    throw new Error('docs/operations/restore.md does not say how to leave numbers out');
  const database = await Database.open({ url, applicationName: 'operator', poolSize: 1 });
  try {
    expect(await database.execute(statement)).toBe(SHARDS);
  } finally {
    await database.close();
  }
}

/** Until nothing is owed to anybody. */
export async function rested(installation: Installation): Promise<void> {
  await settled(await installation.url());
  await relayed(installation);
}

/** Where receipts go nowhere, none waits. */
async function relayed(installation: Installation): Promise<void> {
  await waitUntil('no receipt waits for its topic', async () => {
    const answer = await fetch(`${await installation.url()}/metrics`);
    const [, waiting = '0'] = /^verbatim_relay_lag (\d+)$/m.exec(await answer.text()) ?? [];
    return waiting === '0';
  });
}
