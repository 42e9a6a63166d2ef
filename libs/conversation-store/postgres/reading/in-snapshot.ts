import type { Database, Queryable } from '@verbatim/postgres';

/** Runs reads that must agree with each other: all see the database as it was at the first one. */
export function inSnapshot<T>(database: Database, read: (snapshot: Queryable) => Promise<T>): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return read(transaction);
  });
}
