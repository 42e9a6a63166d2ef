import type { Queryable } from '@verbatim/postgres';
import type { DatabaseFacts } from '../../operations/operations-reader';

export async function databaseFacts(database: Queryable): Promise<DatabaseFacts> {
  const [facts] = await database.query<{ version: string; number: number; now: Date }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
       clock_timestamp() AS now`,
  );
  if (facts === undefined) throw new Error('the database told nothing about itself');
  return { version: facts.version, versionNumber: facts.number, now: facts.now };
}

export async function appliedMigrations(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ name: string }>('SELECT name FROM verbatim_migrations ORDER BY name');
  return rows.map(({ name }) => name);
}
