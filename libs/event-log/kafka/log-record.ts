import type { KafkaMessage } from 'kafkajs';
import type { LogRecord, RecordHeaders } from '../event-log';

export function toLogRecord(topic: string, partition: number, message: KafkaMessage): LogRecord {
  return {
    topic,
    partition,
    offset: Number(message.offset),
    timestamp: Number(message.timestamp),
    key: message.key,
    value: message.value,
    headers: toHeaders(message.headers ?? {}),
  };
}

/** A header sent several times counts with its last value, one without a value as empty. */
function toHeaders(headers: NonNullable<KafkaMessage['headers']>): RecordHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const last = Array.isArray(value) ? value.at(-1) : value;
      return [name, Buffer.from(last ?? '')];
    }),
  );
}
