import { migrations } from '@verbatim/conversation-store';
import { ConfigurationError, loadConfiguration } from '@verbatim/platform';
import { Database, migrate } from '@verbatim/postgres';
import { CommandFailure, reasonOf } from '../failure';

/** The flags of `migrate`, as typed. */
export interface MigrateOptions {
  readonly database?: string;
  readonly config?: string;
  readonly json?: true;
}

/**
 * Applies what the configured database has not had yet; again changes nothing.
 * @returns the names applied, in order
 * @throws ConfigurationError where no database is named, CommandFailure where it cannot be used
 */
export async function migrateDatabase(
  { config, database: flag }: MigrateOptions,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const { database } = loadConfiguration({ env, file: config, overrides: { database: flag } });
  if (database === undefined) {
    const message = 'name the Postgres to migrate, here or in DATABASE_URL; the embedded one migrates itself';
    throw new ConfigurationError([{ key: '--database', message }]);
  }
  try {
    const { applied } = await migrate(database, migrations);
    await showToServices(database);
    return applied;
  } catch (cause) {
    throw new CommandFailure(`the database cannot be used: ${reasonOf(cause)}`, 1, { cause });
  }
}

/** Services that log in with less rights look at their start what was applied. */
async function showToServices(url: string): Promise<void> {
  const database = await Database.open({ url, applicationName: 'verbatim migrate', poolSize: 1 });
  try {
    await database.execute(
      'GRANT SELECT ON public.verbatim_migrations TO verbatim_projector, verbatim_summarizer, verbatim_context',
    );
  } finally {
    await database.close();
  }
}
