import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompressionTypes,
  type ICustomPartitioner,
  Kafka,
  logLevel,
  Partitioners,
  type Producer,
} from 'kafkajs';
import type { Gate } from './gate';
import type { Turn } from './plan';
import type { Truth } from './truth';

/** Turns that go in one send. */
const TOGETHER = 6;
/** Every so many sends one is repeated though it was acknowledged. */
const TWICE = 25;
const RETRY_MS = 100;

/** A producer that knows Kafka and nothing of Verbatim's code: structured CloudEvents, Java's partitioner. */
export class ForeignProducer {
  private constructor(
    readonly name: string,
    private readonly topic: string,
    private readonly producer: Producer,
    /** Partitions that the send in hand goes to. */
    private readonly chosen: Set<number>,
  ) {}

  static async connect(name: string, brokers: readonly string[], topic: string): Promise<ForeignProducer> {
    const kafka = new Kafka({
      clientId: name,
      brokers: [...brokers],
      logLevel: logLevel.NOTHING,
      requestTimeout: 10_000,
      retry: { retries: 2, maxRetryTime: 500 },
    });
    const chosen = new Set<number>();
    const createPartitioner: ICustomPartitioner = () => {
      const choose = Partitioners.DefaultPartitioner();
      return (message) => {
        const partition = choose(message);
        chosen.add(partition);
        return partition;
      };
    };
    const producer = kafka.producer({ createPartitioner });
    await producer.connect();
    return new ForeignProducer(name, topic, producer, chosen);
  }

  /** At least once: what it does not know to be taken it sends again, and now and then what was. */
  async publish(turns: readonly Turn[], gate: Gate, truth: Truth, stop: AbortSignal): Promise<void> {
    for (let at = 0; at < turns.length; at += TOGETHER) {
      const events = turns.slice(at, at + TOGETHER).flatMap((turn) => eventsOf(turn, this.name));
      if (!(await gate.begin(events.length)) || stop.aborted) return;
      await this.send(events, stop);
      if ((at / TOGETHER) % TWICE === 0) await this.send(events, stop);
      if (stop.aborted) return;
      for (const { tenant, conversation, id, value } of events) {
        truth.acknowledge({
          tenant,
          conversation,
          id,
          producer: this.name,
          bytes: value,
          keeps: 'whole',
          type: 'MessageAppended',
        });
      }
    }
  }

  disconnect(): Promise<void> {
    return this.producer.disconnect();
  }

  /** kafkajs may resolve without having sent some of them where a partition's leader moves: its answer is counted. */
  private async send(events: readonly Outgoing[], stop: AbortSignal): Promise<void> {
    const messages = events.map(({ tenant, conversation, value }) => ({
      key: `${tenant}/${conversation}`,
      value,
    }));
    while (!stop.aborted) {
      this.chosen.clear();
      try {
        const answer = await this.producer.send({
          topic: this.topic,
          messages,
          acks: -1,
          compression: CompressionTypes.GZIP,
        });
        const taken = new Set(answer.map(({ partition }) => partition));
        if ([...this.chosen].every((partition) => taken.has(partition))) return;
      } catch {
        await sleep(RETRY_MS);
      }
    }
  }
}

interface Outgoing {
  readonly tenant: string;
  readonly conversation: string;
  readonly id: string;
  readonly value: Buffer;
}

function eventsOf({ tenant, conversation, messages }: Turn, producer: string): Outgoing[] {
  return messages.map(({ id, message }) => {
    const event = {
      specversion: '1.0',
      id,
      source: `rig/${producer}`,
      type: 'MessageAppended',
      subject: conversation,
      tenantid: tenant,
      data: message,
    };
    return { tenant, conversation, id, value: Buffer.from(JSON.stringify(event)) };
  });
}
