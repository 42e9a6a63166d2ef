import { PostgresEventLog } from '@verbatim/event-log';
import { administer, strangersProducer } from '../../network/stranger';
import type { World } from '../../world/world';

export interface RawRecord {
  readonly key: string;
  /** Null, a tombstone, on Kafka only. */
  readonly value: Buffer | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the key's. */
  readonly partition?: number;
}

export interface RecordPlace {
  readonly partition: number;
  readonly offset: number;
}

/** The log as a stranger writes to it, whatever the bytes are. */
export interface RawLog {
  readonly partitions: number;
  write(record: RawRecord): Promise<RecordPlace>;
  close(): Promise<void>;
}

export function openRawLog(world: World): Promise<RawLog> {
  return world.kafka === null ? embeddedLog(world) : kafkaLog(world, world.kafka.brokers);
}

async function kafkaLog({ topic }: World, brokers: readonly string[]): Promise<RawLog> {
  const { length: partitions } = await administer(brokers, (admin) => admin.fetchTopicOffsets(topic));
  const producer = await strangersProducer(brokers);
  return {
    partitions,
    write: async (record) => {
      const { headers = {}, ...rest } = record;
      const [sent] = await producer.send({
        topic,
        acks: -1,
        messages: [{ ...rest, headers: { ...headers } }],
      });
      if (sent?.baseOffset === undefined) throw new Error('Kafka did not say where a record lies');
      return { partition: sent.partition, offset: Number(sent.baseOffset) };
    },
    close: () => producer.disconnect(),
  };
}

async function embeddedLog({ database, topic }: World): Promise<RawLog> {
  const log = new PostgresEventLog(database);
  const partitions = (await log.partitions(topic)).length;
  return {
    partitions,
    write: async ({ value, headers = {}, ...rest }) => {
      if (value === null) throw new Error('the embedded log has no tombstones');
      const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)] as const);
      const [sent] = await log.append(topic, [{ ...rest, value, headers: Object.fromEntries(bytes) }]);
      if (sent === undefined) throw new Error('the log did not say where a record lies');
      return { partition: sent.partition, offset: sent.offset };
    },
    close: () => log.close(),
  };
}
