import { setTimeout as sleep } from 'node:timers/promises';
import { CompressionTypes, Kafka, logLevel, Partitioners, type Producer } from 'kafkajs';
import type { PublishedMessage } from './turns';

/** A producer that knows Kafka and nothing of Verbatim's code: structured CloudEvents, Java's partitioner, gzip. */
export class ForeignProducer {
  retries = 0;

  private constructor(
    readonly name: string,
    private readonly topic: string,
    private readonly producer: Producer,
  ) {}

  static async connect(name: string, brokers: readonly string[], topic: string): Promise<ForeignProducer> {
    const kafka = new Kafka({
      clientId: name,
      brokers: [...brokers],
      logLevel: logLevel.NOTHING,
      retry: { retries: 2, maxRetryTime: 500 },
    });
    const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    await producer.connect();
    return new ForeignProducer(name, topic, producer);
  }

  /** In one send, again and again until Kafka acknowledges all of it. */
  async publish(batch: readonly PublishedMessage[]): Promise<void> {
    const messages = batch.map(({ conversation, id, message }) => ({
      key: `default/${conversation}`,
      value: JSON.stringify({
        specversion: '1.0',
        id,
        source: `rig/${this.name}`,
        type: 'MessageAppended',
        subject: conversation,
        data: message,
      }),
    }));
    for (; ; this.retries += 1) {
      try {
        await this.producer.send({
          topic: this.topic,
          messages,
          acks: -1,
          compression: CompressionTypes.GZIP,
        });
        return;
      } catch {
        await sleep(100);
      }
    }
  }

  disconnect(): Promise<void> {
    return this.producer.disconnect();
  }
}
