export * from './event-log';
export { eventLogMigration } from './postgres/migration';
export { PostgresEventLog, type PostgresEventLogOptions } from './postgres/postgres-event-log';
