import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresServer, runTool, temporaryFolder } from '../../../support/postgres-tools';

/** What was taken of a server while it worked. */
export interface Backup {
  /** On a new server, the old one untouched. Once. */
  restore(): Promise<PostgresServer>;
}

/** As docs/operations/restore.md says. */
export type TakeBackup = (server: PostgresServer, database: string) => Promise<Backup>;

/** `pg_dump`; the new server has the roles, and an empty database. */
export const dump: TakeBackup = async (server, database) => {
  const folder = await temporaryFolder();
  const file = join(folder, 'verbatim.dump');
  await runTool('pg_dump', ['--format=custom', `--file=${file}`, server.urlOf(database)]);
  return {
    restore: async () => {
      const restored = await PostgresServer.initialise();
      await restored.query(
        'CREATE ROLE verbatim_projector NOLOGIN',
        'CREATE ROLE verbatim_summarizer NOLOGIN',
        'CREATE ROLE verbatim_context NOLOGIN',
        `CREATE DATABASE ${database} TEMPLATE template0`,
      );
      await runTool('pg_restore', ['--exit-on-error', `--dbname=${restored.urlOf(database)}`, file]);
      await rm(folder, { recursive: true });
      return restored;
    },
  };
};

/** `pg_basebackup` with the WAL written meanwhile; the new server is the folder. */
export const baseBackup: TakeBackup = async (server) => {
  const folder = await temporaryFolder();
  const options = ['--wal-method=stream', '--checkpoint=fast', `--pgdata=${join(folder, 'data')}`];
  await runTool('pg_basebackup', [...options, `--dbname=${server.url}`]);
  return { restore: () => PostgresServer.start(folder, server.password) };
};
