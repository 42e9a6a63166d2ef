import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type Consumer } from 'kafkajs';

/** A record as it came. */
export interface ForeignRecord {
  readonly partition: number;
  readonly key: string;
  readonly contentType: string;
  readonly value: string;
}

/** A consumer that knows Kafka and nothing of Verbatim's code; it reads a topic from its beginning. */
export class ForeignConsumer {
  readonly records: ForeignRecord[] = [];

  private constructor(private readonly consumer: Consumer) {}

  /** The topic must be there. */
  static async connect(brokers: readonly string[], topic: string): Promise<ForeignConsumer> {
    const kafka = new Kafka({ clientId: 'foreign', brokers: [...brokers], logLevel: logLevel.NOTHING });
    const consumer = kafka.consumer({ groupId: `foreign-${randomUUID()}`, maxWaitTimeInMs: 100 });
    const foreign = new ForeignConsumer(consumer);
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ partition, message }) => {
        foreign.records.push({
          partition,
          key: String(message.key),
          contentType: String(message.headers?.['content-type']),
          value: String(message.value),
        });
      },
    });
    return foreign;
  }

  disconnect(): Promise<void> {
    return this.consumer.disconnect();
  }
}
