import { VerbatimError } from '@verbatim/conversation';
import type { Admin, Kafka, Producer } from 'kafkajs';
import type {
  EventLog,
  LogPosition,
  LogRecord,
  OutgoingRecord,
  PartitionRange,
  SubscribeOptions,
  Subscription,
  TopicFinding,
} from '../event-log';
import { pause } from '../delivery/backoff';
import { routeRecord } from '../routing';
import { available, whileLeadersChange } from './available';
import { examineTopic } from './examine-topic';
import { createClient, retry, type KafkaConnection, type KafkaNotice } from './kafka-options';
import { KafkaSubscription } from './consuming/kafka-subscription';
import { RecordReader } from './record-reader';
import { createTopic, refuseCompaction } from './topics';
import { Shared } from './shared';

export interface KafkaEventLogOptions extends KafkaConnection {
  /** Put before the names of topics and groups; what the adapter answers has the names without it. */
  readonly prefix?: string;
  /** A member that gives no sign of life for that long loses its partitions; default 10,000, at least 6,000. */
  readonly sessionMs?: number;
  /** Bytes that an event may have: the topic must take as much. */
  readonly largestEvent?: number;
  readonly onNotice?: KafkaNotice;
}

/** How long a topic's number of partitions is remembered. */
const TOPIC_AGE_MS = 60_000;
const CLOSE_MS = 3_000;

/** The log kept in Kafka. Connections are made when they are first needed, and made again where one was lost. */
export class KafkaEventLog implements EventLog {
  private readonly kafka: Kafka;
  private readonly admin: Shared<Admin>;
  private readonly producer: Shared<Producer>;
  private readonly reader: RecordReader;
  private readonly sizes = new Map<string, { partitions: number; until: number }>();
  private readonly subscriptions = new Set<Subscription>();

  constructor(private readonly options: KafkaEventLogOptions) {
    this.kafka = createClient(options, options.onNotice ?? (() => undefined));
    this.reader = new RecordReader(this.kafka);
    this.admin = new Shared(() => this.kafka.admin({ retry }));
    this.producer = new Shared(() =>
      this.kafka.producer({
        allowAutoTopicCreation: false,
        retry,
        // Each message says its partition; this keeps kafkajs from warning about its default.
        createPartitioner:
          () =>
          ({ message }) =>
            message.partition ?? 0,
      }),
    );
  }

  async identity(): Promise<string> {
    const { clusterId } = await this.available(this.admin.use((admin) => admin.describeCluster()));
    return clusterId;
  }

  async ensureTopic(topic: string, { partitions }: { partitions: number }): Promise<void> {
    await this.available(
      this.admin.use(async (admin) => {
        await createTopic(admin, this.named(topic), partitions);
        await refuseCompaction(admin, this.named(topic));
      }),
    );
  }

  async append(topic: string, records: readonly OutgoingRecord[]): Promise<LogPosition[]> {
    const partitions = await this.topicSize(topic);
    const messages = records.map((record) => ({
      key: record.key,
      value: record.value,
      headers: { ...record.headers },
      partition: routeRecord(record, { name: topic, partitions }),
    }));
    if (messages.length === 0) return [];
    const sent = await this.available(
      this.producer.use((producer) => producer.send({ topic: this.named(topic), messages, acks: -1 })),
    );
    const next = new Map(sent.map(({ partition, baseOffset }) => [partition, Number(baseOffset)]));
    return messages.map(({ partition }) => {
      const offset = next.get(partition);
      // kafkajs forgets what it could not send at first where the partition has moved to a broker that answered already.
      if (offset === undefined) {
        throw new VerbatimError('log-unavailable', `Kafka acknowledged nothing for ${topic}/${partition}`);
      }
      next.set(partition, offset + 1);
      return { topic, partition, offset };
    });
  }

  async partitions(topic: string): Promise<PartitionRange[]> {
    const offsets = await this.available(
      whileLeadersChange(() => this.admin.use((admin) => admin.fetchTopicOffsets(this.named(topic)))),
    );
    return offsets
      .map(({ partition, low, high }) => ({ topic, partition, low: Number(low), high: Number(high) }))
      .toSorted((a, b) => a.partition - b.partition);
  }

  async examine(topic: string): Promise<TopicFinding[]> {
    const { largestEvent = 0 } = this.options;
    return this.available(this.admin.use((admin) => examineTopic(admin, this.named(topic), largestEvent)));
  }

  async read(from: LogPosition, limit: number): Promise<LogRecord[]> {
    const range = (await this.partitions(from.topic))[from.partition];
    if (!range) return [];
    const kept = { ...from, offset: Math.max(from.offset, range.low) };
    const found = await this.available(this.reader.read(this.named(from.topic), kept, range.high));
    return found.slice(0, limit);
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    const { topic } = options;
    const subscription = new KafkaSubscription({
      ...options,
      kafka: this.kafka,
      kafkaGroup: this.named(options.group),
      kafkaTopic: this.named(topic),
      partitions: await this.topicSize(topic),
      sessionMs: this.options.sessionMs ?? 10_000,
      range: async (partition) => {
        const range = (await this.partitions(topic))[partition];
        if (range) return range;
        throw new RangeError(`topic ${topic} has no partition ${partition}`);
      },
      whyUnreadable: (partition, offset) =>
        this.reader.whyUnreadable(this.named(topic), { topic, partition, offset }),
    });
    this.subscriptions.add(subscription);
    return subscription;
  }

  /** Takes three seconds at most beside the batches in hand: a broker that is frozen does not say good-bye. */
  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    const closed = new AbortController();
    const closing = Promise.all([this.admin.close(), this.producer.close(), this.reader.close()]);
    const done = closing.finally(() => closed.abort());
    await Promise.race([done, pause(CLOSE_MS, closed.signal)]);
    done.catch(() => undefined);
  }

  private named(name: string): string {
    return `${this.options.prefix ?? ''}${name}`;
  }

  private async topicSize(topic: string): Promise<number> {
    const known = this.sizes.get(topic);
    if (known && known.until > Date.now()) return known.partitions;
    const { length } = await this.partitions(topic);
    this.sizes.set(topic, { partitions: length, until: Date.now() + TOPIC_AGE_MS });
    return length;
  }

  private available<T>(answer: Promise<T>): Promise<T> {
    return available(this.options.brokers, answer);
  }
}
