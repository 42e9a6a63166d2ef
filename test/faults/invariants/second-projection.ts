import { randomUUID } from 'node:crypto';
import { migrations, openSigningKeys, PostgresProjectionStore } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, type EventLog } from '@verbatim/event-log';
import { limitsOf, loadConfiguration } from '@verbatim/platform';
import { Database, migrate } from '@verbatim/postgres';
import { TiktokenCounter } from '@verbatim/tokens';
import { ConversationProjector } from '../../../apps/projector/conversation-projector';
import { openLog, type Evidence } from './evidence';

const AT_ONCE = 500;
/** What decides how conversations open: it comes by no log. */
const configuration = ['policies', 'tenant_settings', 'temporary_policies'];

/** Projects all that the log has into an empty database, and lends that. */
export async function inSecondProjection<T>(
  evidence: Pick<Evidence, 'database' | 'postgres' | 'kafka' | 'settings'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return inEmptyDatabase(evidence.postgres.directUrl, async (database, url) => {
    await migrate(url, migrations);
    await copyConfiguration(evidence.database, database);
    const log = openLog(evidence);
    try {
      await project(log, database, evidence);
    } finally {
      await log.close();
    }
    return work(database);
  });
}

/** Another projector gives the same only where the same default policies hold. */
export async function copyConfiguration(from: Database, to: Database): Promise<void> {
  for (const table of configuration) {
    const [all] = await from.query<{ rows: string }>(
      `SELECT coalesce(json_agg(row), '[]')::text AS rows FROM ${table} AS row`,
    );
    await to.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`, [
      all?.rows,
    ]);
  }
}

/** Signatures are judged by the keys of the services that signed. */
async function project(
  log: EventLog,
  database: Database,
  services: Pick<Evidence, 'database' | 'settings'>,
): Promise<void> {
  const settings = loadConfiguration({ env: { ...services.settings } });
  const projector = new ConversationProjector({
    store: new PostgresProjectionStore(database),
    log,
    counter: new TiktokenCounter(),
    limits: limitsOf(settings),
    signatures: {
      keys: await openSigningKeys(services.database, settings.signingKeys),
      acceptUnsigned: settings.signatures === 'accept-unsigned',
    },
    group: settings.projector.group,
    owner: 'rig',
  });
  for (const range of await log.partitions(CONVERSATION_EVENTS)) {
    const { topic, partition, high } = range;
    let { nextOffset } = await projector.claim(range);
    while (nextOffset < high) {
      const records = await log.read({ topic, partition, offset: nextOffset }, AT_ONCE);
      const last = records.at(-1);
      if (!last) break;
      nextOffset = last.offset + 1;
      await projector.handle({ topic, partition, records, nextOffset });
    }
  }
}

async function inEmptyDatabase<T>(
  server: string,
  work: (database: Database, url: string) => Promise<T>,
): Promise<T> {
  const administration = await Database.open({ url: server, applicationName: 'rig', poolSize: 1 });
  const name = `rig_second_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  try {
    await administration.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    const database = await Database.open({ url: url.href, applicationName: 'rig', poolSize: 4 });
    try {
      return await work(database, url.href);
    } finally {
      await database.close();
      await administration.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  } finally {
    await administration.close();
  }
}
