import { randomUUID } from 'node:crypto';
import { VerbatimError } from '@verbatim/conversation';
import { Bell } from '../delivery/bell';
import { GroupSubscription } from '../delivery/group-subscription';
import { withoutHoles } from '../delivery/partition-runner';
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
import { routeRecord } from '../routing';
import { InMemoryGroups } from './in-memory-groups';

interface Partition {
  readonly records: LogRecord[];
  readonly appended: Bell;
}

/** A log that lives as long as the process: for tests, and to say what the port means. */
export class InMemoryEventLog implements EventLog {
  private readonly id = randomUUID();
  private readonly topics = new Map<string, Partition[]>();
  private readonly groups = new InMemoryGroups();
  private readonly subscriptions = new Set<Subscription>();

  async identity(): Promise<string> {
    return this.id;
  }

  async ensureTopic(topic: string, options: { partitions: number }): Promise<void> {
    if (this.topics.has(topic)) return;
    const partitions = Array.from({ length: options.partitions }, () => ({
      records: [],
      appended: new Bell(),
    }));
    this.topics.set(topic, partitions);
  }

  async append(topic: string, records: readonly OutgoingRecord[]): Promise<LogPosition[]> {
    const partitions = this.topic(topic);
    const routed = records.map((record) => {
      const partition = routeRecord(record, { name: topic, partitions: partitions.length });
      return { record, partition };
    });
    return routed.map(({ record, partition }) => {
      const { records: kept, appended } = this.partition(topic, partition);
      const position: LogPosition = { topic, partition, offset: kept.length };
      kept.push(stored(record, position));
      appended.ring();
      return position;
    });
  }

  async partitions(topic: string): Promise<PartitionRange[]> {
    return this.topic(topic).map(({ records }, partition) => ({
      topic,
      partition,
      low: 0,
      high: records.length,
    }));
  }

  /** This log has no settings that could lose a record. */
  async examine(): Promise<TopicFinding[]> {
    return [];
  }

  async read(from: LogPosition, limit: number): Promise<LogRecord[]> {
    return this.partition(from.topic, from.partition).records.slice(from.offset, from.offset + limit);
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    const { topic } = options;
    const subscription = new GroupSubscription(options, this.groups, {
      partitions: this.topic(topic).length,
      partition: (partition) => {
        const { records, appended } = this.partition(topic, partition);
        return {
          appended,
          range: async () => ({ topic, partition, low: 0, high: records.length }),
          read: async (offset, limit) =>
            withoutHoles(offset, await this.read({ topic, partition, offset }, limit)),
        };
      },
    });
    this.subscriptions.add(subscription);
    return subscription;
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
  }

  private topic(topic: string): Partition[] {
    const partitions = this.topics.get(topic);
    if (partitions) return partitions;
    throw new VerbatimError('log-unavailable', `topic ${topic} does not exist`, { topic });
  }

  private partition(topic: string, partition: number): Partition {
    const found = this.topic(topic)[partition];
    if (found) return found;
    throw new RangeError(`topic ${topic} has no partition ${partition}`);
  }
}

function stored(record: OutgoingRecord, position: LogPosition): LogRecord {
  const headers = Object.entries(record.headers ?? {}).map(([name, value]) => [name, Buffer.from(value)]);
  return {
    ...position,
    timestamp: Date.now(),
    key: Buffer.from(record.key),
    value: Buffer.from(record.value),
    headers: Object.fromEntries(headers),
  };
}
