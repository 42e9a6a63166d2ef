import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type Admin, type Producer, type ProducerConfig } from 'kafkajs';
import { testBrokers } from '../../../../test/support/kafka';
import { KafkaEventLog, type KafkaEventLogOptions } from '../kafka-event-log';

/** What specs need of the brokers that all suites share. What was opened is closed after the spec file. */
export interface SharedKafka {
  log(options?: Partial<KafkaEventLogOptions>): Promise<KafkaEventLog>;
  /** A client that is not ours. */
  client(): Promise<Kafka>;
  admin(): Promise<Admin>;
  producer(): Promise<Producer>;
  /** For transactions. */
  transactional(): Promise<Producer>;
}

export function sharedKafka(): SharedKafka {
  const ends: (() => Promise<void>)[] = [];
  afterAll(async () => {
    await Promise.all(ends.map((end) => end()));
  });
  const client = async (): Promise<Kafka> =>
    new Kafka({ brokers: await testBrokers(), logLevel: logLevel.NOTHING });
  const producing = async (config: ProducerConfig): Promise<Producer> => {
    const producer = (await client()).producer(config);
    await producer.connect();
    ends.push(() => producer.disconnect());
    return producer;
  };
  return {
    client,
    log: async (options = {}) => {
      const log = new KafkaEventLog({ brokers: await testBrokers(), sessionMs: 6_000, ...options });
      ends.push(() => log.close());
      return log;
    },
    admin: async () => {
      const admin = (await client()).admin();
      await admin.connect();
      ends.push(() => admin.disconnect());
      return admin;
    },
    producer: () => producing({}),
    transactional: () =>
      producing({ transactionalId: randomUUID(), idempotent: true, maxInFlightRequests: 1 }),
  };
}

export function values(records: readonly { readonly value: Buffer | null }[]): string[] {
  return records.map(({ value }) => String(value));
}
