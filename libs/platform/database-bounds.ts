import type { Configuration } from './configuration-schema';

/** What the services' connections to Postgres are bounded by. */
export function databaseBoundsOf({ postgres }: Configuration): {
  readonly poolSize: number;
  readonly statementMs: number;
} {
  return { poolSize: postgres.connections, statementMs: postgres.statementSeconds * 1000 };
}
