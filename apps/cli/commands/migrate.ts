import type { Command } from 'commander';
import { command } from '../client-command';
import type { MigrateOptions } from '../migrate/migrate-database';
import { displayOf } from '../output';
import type { Terminal } from '../terminal';

/** `migrate`: the schema of this version, so that services need not log in as the database's owner (SPEC 9). */
export function migrateCommand(program: Command, terminal: Terminal): void {
  command(program, 'migrate', {
    description: "bring a database to this version's schema and end; again is harmless",
    example: 'migrate --database postgres://owner:password@127.0.0.1:5432/verbatim',
  })
    .option('--database <url>', 'the Postgres to migrate, as its owner (default: DATABASE_URL)')
    .option('--config <file>', 'settings in YAML or JSON; flags and environment win over it')
    .action(async (options: MigrateOptions) => {
      // Loaded when needed: TypeORM takes longer to load than most commands to run.
      const {
        migrateDatabase,
      }: typeof import('../migrate/migrate-database') = require('../migrate/migrate-database');
      const applied = await migrateDatabase(options, process.env);
      if (options.json) terminal.out(`${JSON.stringify({ applied })}\n`);
      else if (applied.length === 0)
        terminal.out('nothing to apply: the database has the schema of this version\n');
      else
        terminal.out(
          `applied ${displayOf(terminal, options).count(applied.length, 'migration')}, up to ${applied.at(-1)}\n`,
        );
    });
}
