export { Database, type DatabaseOptions, type PoolFigures } from './database';
export { EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded/embedded-postgres';
export { type PostgresErrorCode, constraintName, sqlState } from './errors';
export { migrate, type Migration } from './migrate';
export { PostgresModule } from './postgres.module';
export type { Queryable, Transaction } from './queryable';
