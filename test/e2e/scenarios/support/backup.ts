import { Database } from '@verbatim/postgres';
import type { World } from './world';

/** The database of a world as it is now, to be brought back. While either is made nobody may be connected to it. */
export class Backup {
  private constructor(
    private readonly databaseUrl: string,
    private readonly name: string,
  ) {}

  static async of({ databaseUrl }: World): Promise<Backup> {
    const backup = new Backup(databaseUrl, nameIn(databaseUrl));
    await backup.administer(`CREATE DATABASE ${backup.name}_backup TEMPLATE ${backup.name}`);
    return backup;
  }

  /** The backup goes with it. */
  async restore(): Promise<void> {
    await this.administer(`DROP DATABASE ${this.name} WITH (FORCE)`);
    await this.administer(`ALTER DATABASE ${this.name}_backup RENAME TO ${this.name}`);
  }

  private async administer(statement: string): Promise<void> {
    const url = new URL(this.databaseUrl);
    url.pathname = '/postgres';
    const database = await Database.open({ url: url.href, applicationName: 'backup', poolSize: 1 });
    try {
      await database.query(
        `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = ANY ($1)`,
        [[this.name, `${this.name}_backup`]],
      );
      await database.query(statement);
    } finally {
      await database.close();
    }
  }
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}
