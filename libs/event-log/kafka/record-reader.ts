import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJSError, type Kafka, type KafkaMessage } from 'kafkajs';
import type { LogPosition, LogRecord } from '../event-log';
import { toLogRecord } from './log-record';

/** The parts of kafkajs below its public face that a read at any offset needs (ADR 7). */
interface Cluster {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  addTargetTopic(topic: string): Promise<void>;
  refreshMetadata(): Promise<void>;
  findLeaderForPartitions(topic: string, partitions: number[]): Record<string, number[]>;
  findBroker(node: { nodeId: string }): Promise<Broker>;
}

interface Broker {
  fetch(request: object): Promise<{ responses: { partitions: FetchedPartition[] }[] }>;
}

interface FetchedPartition {
  readonly partition: number;
  /** What comes after may still be aborted. */
  readonly lastStableOffset: string;
  readonly messages: readonly KafkaMessage[];
}

/** What one fetch brought of a partition, without control records and aborted transactions. */
interface FetchedBatch {
  readonly messages: readonly KafkaMessage[];
  isEmptyIncludingFiltered(): boolean;
  lastOffset(): string;
}

const Batch: new (
  topic: string,
  fetchedOffset: string,
  fetched: FetchedPartition,
) => FetchedBatch = require('kafkajs/src/consumer/batch');

const READ_COMMITTED = 1;
const ATTEMPTS = 5;
const PAUSE_MS = 200;

/** What a read found in [offset, next); nothing and no `next` at the end. */
interface Found {
  readonly messages: readonly KafkaMessage[];
  readonly next?: number;
}

/** Reads records at any offset, without a consumer group: a group takes seconds to form and leaves its name behind. */
export class RecordReader {
  private readonly cluster: Cluster;

  constructor(kafka: Kafka) {
    this.cluster = clusterOf(kafka);
  }

  /** The first records at or after the position; none where the log has none (holes are passed). */
  async read(
    kafkaTopic: string,
    { topic, partition, offset }: LogPosition,
    high: number,
  ): Promise<LogRecord[]> {
    await this.cluster.connect();
    await this.cluster.addTargetTopic(kafkaTopic);
    for (let from = offset; from < high;) {
      const { messages, next } = await this.fetch({ topic: kafkaTopic, partition, offset: from });
      if (messages.length > 0) return messages.map((message) => toLogRecord(topic, partition, message));
      if (next === undefined) break;
      from = next;
    }
    return [];
  }

  /** Why kafkajs cannot read what the log has there, be it a broken batch; undefined where it can, or Kafka is away. */
  async whyUnreadable(kafkaTopic: string, at: LogPosition): Promise<string | undefined> {
    try {
      await this.read(kafkaTopic, at, at.offset + 1);
      return undefined;
    } catch (error) {
      return isUnreadable(error) ? String(error) : undefined;
    }
  }

  close(): Promise<void> {
    return this.cluster.disconnect();
  }

  private async fetch(position: LogPosition): Promise<Found> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.fetchOnce(position);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetriable(error)) throw error;
        await sleep(PAUSE_MS * attempt);
        await this.cluster.refreshMetadata();
      }
    }
  }

  private async fetchOnce({ topic, partition, offset }: LogPosition): Promise<Found> {
    const [nodeId] = Object.keys(this.cluster.findLeaderForPartitions(topic, [partition]));
    if (nodeId === undefined) throw new KafkaJSError(`${topic}/${partition} has no leader now`);
    const broker = await this.cluster.findBroker({ nodeId });
    const partitions = [{ partition, fetchOffset: String(offset), maxBytes: 1024 * 1024 }];
    const { responses } = await broker.fetch({
      maxWaitTime: 10,
      isolationLevel: READ_COMMITTED,
      topics: [{ topic, partitions }],
    });
    const [fetched] = responses.flatMap((response) => response.partitions);
    if (!fetched) throw new KafkaJSError(`the broker said nothing of ${topic}/${partition}`);
    const batch = new Batch(topic, String(offset), fetched);
    if (!batch.isEmptyIncludingFiltered())
      return { messages: batch.messages, next: Number(batch.lastOffset()) + 1 };
    // Of a batch whose last records were compacted away all others may lie before the offset.
    if (fetched.messages.length > 0) return { messages: [], next: offset + 1 };
    if (offset >= Number(fetched.lastStableOffset)) return { messages: [] };
    throw new KafkaJSError(`the broker kept back what ${topic}/${partition} has at ${offset}`);
  }
}

/** Whether it is the answer that was wrong, not that there was none. */
export function isUnreadable(error: unknown): boolean {
  if (!(error instanceof KafkaJSError)) return true;
  const { cause } = error as { cause?: unknown };
  if (cause !== undefined) return isUnreadable(cause);
  return error.name === 'KafkaJSNonRetriableError' || error.name === 'KafkaJSNotImplemented';
}

function isRetriable(error: unknown): boolean {
  return (error as { retriable?: boolean }).retriable === true;
}

/** The client keeps the maker of its connections under a symbol; it carries the client's own settings. */
function clusterOf(kafka: Kafka): Cluster {
  const symbol = Object.getOwnPropertySymbols(kafka).find((each) =>
    each.description?.endsWith('createCluster'),
  );
  const create = symbol && (kafka as unknown as Record<symbol, (options: object) => Cluster>)[symbol];
  if (!create) throw new Error('this version of kafkajs makes its connections in another way');
  return create({ metadataMaxAge: 300_000, allowAutoTopicCreation: false, isolationLevel: READ_COMMITTED });
}
