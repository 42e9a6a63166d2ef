import { Database } from '@verbatim/postgres';
import { testDatabase, type TestDatabase } from '../../../../test/support/postgres';
import { migrations } from '../migrations';

/** A database of its own with the whole schema, for one spec file. */
export interface StoreUnderTest {
  readonly database: Database;
  /** The same database as a service's role sees it. */
  as(role: string): Promise<Database>;
  close(): Promise<void>;
}

export async function storeUnderTest(): Promise<StoreUnderTest> {
  const server: TestDatabase = await testDatabase(migrations);
  const opened: Database[] = [];
  const open = async (role?: string): Promise<Database> => {
    const options = { url: server.url, applicationName: 'verbatim spec', poolSize: 8 };
    const database = await Database.open(role === undefined ? options : { ...options, role });
    opened.push(database);
    return database;
  };
  return {
    database: await open(),
    as: open,
    close: async () => {
      await Promise.all(opened.map((database) => database.close()));
      await server.drop();
    },
  };
}
