export * from './event-log';
export { KafkaEventLog, type KafkaEventLogOptions } from './kafka/kafka-event-log';
export { EVENT_LOG, openEventLog } from './open-event-log';
export { keptInLog, type KeptTopic } from './postgres/kept-in-log';
export { LogRetention, type RetentionLimits } from './postgres/log-retention';
export { eventLogMigration } from './postgres/migration';
export * from './signing/signing-keys';
export { PostgresEventLog, type PostgresEventLogOptions } from './postgres/postgres-event-log';
