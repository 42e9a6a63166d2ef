export * from './event-log';
export { murmur2, partitionOf } from './partitioner';
export { InMemoryEventLog } from './in-memory/in-memory-event-log';
export { eventLogMigration } from './postgres/migration';
export { PostgresEventLog, type PostgresEventLogOptions } from './postgres/postgres-event-log';
