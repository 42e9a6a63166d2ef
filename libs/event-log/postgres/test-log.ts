import { roles } from '@verbatim/conversation-store/postgres/migrations/0001-roles';
import { Database } from '@verbatim/postgres';
import { testDatabase } from '../../../test/support/postgres';
import type { LogUnderTest } from '../features/log-under-test';
import { eventLogMigration } from './migration';
import { PostgresEventLog } from './postgres-event-log';

export interface PostgresLogUnderTest extends LogUnderTest {
  readonly log: PostgresEventLog;
  readonly database: Database;
  /** One more pool on the database. Closed with the log. */
  open(options?: { role?: string }): Promise<Database>;
}

/** A log in a database of its own. */
export async function openTestLog(options: { pollMs?: number } = {}): Promise<PostgresLogUnderTest> {
  const { url, drop } = await testDatabase([roles, eventLogMigration]);
  const databases: Database[] = [];
  const logs: PostgresEventLog[] = [];
  const open = async (more: { role?: string } = {}): Promise<Database> => {
    const opened = await Database.open({ url, applicationName: 'event-log tests', poolSize: 5, ...more });
    databases.push(opened);
    return opened;
  };
  const openLog = (over: Database): PostgresEventLog => {
    const log = new PostgresEventLog(over, { membershipMs: 100, ...options });
    logs.push(log);
    return log;
  };
  const database = await open();
  return {
    database,
    log: openLog(database),
    open,
    another: async () => openLog(await open()),
    close: async () => {
      await Promise.all(logs.map((log) => log.close()));
      await Promise.all(databases.map((each) => each.close()));
      await drop();
    },
  };
}
