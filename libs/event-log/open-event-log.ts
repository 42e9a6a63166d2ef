import type { Database } from '@verbatim/postgres';
import type { EventLog } from './event-log';
import { KafkaEventLog, type KafkaEventLogOptions } from './kafka/kafka-event-log';
import { PostgresEventLog } from './postgres/postgres-event-log';

/** The name of the log in a container of services. */
export const EVENT_LOG = Symbol('EVENT_LOG');

/** The log in Kafka where one is configured, else the one in `database`. Nothing is connected yet. */
export function openEventLog(database: Database, kafka: KafkaEventLogOptions | undefined): EventLog {
  return kafka ? new KafkaEventLog(kafka) : new PostgresEventLog(database);
}
