export * from './event-log';
export { KafkaEventLog, type KafkaEventLogOptions } from './kafka/kafka-event-log';
export { EVENT_LOG, openEventLog } from './open-event-log';
export { eventLogMigration } from './postgres/migration';
export { PostgresEventLog, type PostgresEventLogOptions } from './postgres/postgres-event-log';
