import { CONTEXT_RECEIPTS } from '@verbatim/event-log';
import type { Database } from '@verbatim/postgres';
import { acknowledged } from '../../../faults/invariants/01-acknowledged';
import { order } from '../../../faults/invariants/02-order';
import { projection } from '../../../faults/invariants/03-projection';
import { contexts } from '../../../faults/invariants/04-contexts';
import { work } from '../../../faults/invariants/05-work';
import { chain } from '../../../faults/invariants/06-chain';
import { receipts } from '../../../faults/invariants/07-receipts';
import { fates } from '../../../faults/invariants/08-fates';
import { openLog } from '../../../faults/invariants/evidence';
import type { JournalWatch } from '../../../faults/invariants/journal-watch';
import { recordsOf } from '../../../faults/invariants/raw-log';
import { Truth, type ServedCall } from '../../../faults/load/truth';
import type { PostgresServer } from '../../../support/postgres-tools';
import { type Installation, tenants } from './installation';

/** An installation whose database was lost, and restored from a backup. */
export interface Restored {
  readonly installation: Installation;
  /** The database that was lost, and the one that took its place. */
  readonly lost: Database;
  readonly database: Database;
  readonly server: PostgresServer;
  readonly watch: JournalWatch;
  /** What was acknowledged and served before. */
  readonly truth: Truth;
  /** As they were restored, nothing read since. */
  readonly rows: number;
  /** Starts the services as docs/operations/restore.md says. @returns seconds until the log was read */
  readonly begin: () => Promise<number>;
}

export async function journaled(database: Database, which = 'true'): Promise<number> {
  const [row] = await database.query<{ rows: number }>(
    `SELECT count(*)::float8 AS rows FROM journal WHERE ${which}`,
  );
  return row?.rows ?? 0;
}

/** The invariants of the fault rig that speak of the record. */
export async function expectSoundAfter(world: Restored, truth: Truth): Promise<void> {
  const { installation, database, server, watch } = world;
  const evidence = {
    truth,
    database,
    watch,
    postgres: { directUrl: server.url },
    kafka: installation.kafka,
    settings: installation.settings,
    second: null,
    url: installation.url,
  };
  for (const { name, check } of [acknowledged, order, projection, contexts, work, chain, receipts, fates]) {
    const { checked, problems } = await check(evidence);
    expect([name, problems]).toEqual([name, []]);
    expect([name, checked]).not.toEqual([name, 0]);
  }
  expect(truth.unexpected).toEqual([]);
  expect(await database.query('SELECT FROM dead_letters')).toEqual([]);
}

async function receiptsIn(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ id: string }>(`SELECT tenant || '/' || call_id AS id FROM receipts`);
  return new Set(rows.map(({ id }) => id));
}

export async function receiptsInTopic({ installation, database }: Restored): Promise<Set<string>> {
  const log = openLog({ ...installation, database });
  try {
    const ids = new Set<string>();
    for (const range of await log.partitions(CONTEXT_RECEIPTS)) {
      for await (const records of recordsOf(log, range))
        for (const { value } of records) ids.add((JSON.parse(String(value)) as { id: string }).id);
    }
    return ids;
  } finally {
    await log.close();
  }
}

export const idOf = ({ tenant, callId }: ServedCall): string => `${tenant}/${callId}`;

/** What was acknowledged, and those of the contexts whose receipts are there. */
export async function withReceipts({ truth, database }: Restored): Promise<Truth> {
  const kept = await receiptsIn(database);
  const left = new Truth(tenants);
  left.acknowledged.push(...truth.acknowledged);
  left.served.push(...truth.served.filter((call) => kept.has(idOf(call))));
  return left;
}
