import { VerbatimError } from '@verbatim/conversation';
import type { Database } from '@verbatim/postgres';
import { GroupSubscription } from '../delivery/group-subscription';
import { withoutHoles, type PartitionSource } from '../delivery/partition-runner';
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
import { appendRecords } from './append-records';
import { AppendWatch } from './append-watch';
import { PostgresGroups } from './postgres-groups';
import { readRecords } from './read-records';
import { createTopic, partitionRanges } from './topics';

export interface PostgresEventLogOptions {
  /** How often the counters are read in case a notification was lost; default 1,000. */
  readonly pollMs?: number;
  /** How often a member of a group looks for others; default 500. */
  readonly membershipMs?: number;
}

/**
 * The log kept in Postgres (`eventLogMigration`). The database stays the caller's: `close` leaves it open. Each
 * subscription keeps one connection of its pool.
 */
export class PostgresEventLog implements EventLog {
  private readonly groups: PostgresGroups;
  private readonly topicSizes = new Map<string, number>();
  private readonly subscriptions = new Set<Subscription>();
  private watching: ReturnType<typeof AppendWatch.start> | undefined;

  constructor(
    private readonly database: Database,
    private readonly options: PostgresEventLogOptions = {},
  ) {
    this.groups = new PostgresGroups(database, options.membershipMs ?? 500);
  }

  async identity(): Promise<string> {
    const rows = await available(this.database.query<{ id: string }>('SELECT id FROM log_identity'));
    if (rows[0]) return rows[0].id;
    throw new VerbatimError('log-unavailable', 'the log has no identity: its migration has not run');
  }

  async ensureTopic(topic: string, options: { partitions: number }): Promise<void> {
    await available(createTopic(this.database, topic, options.partitions));
  }

  async append(topic: string, records: readonly OutgoingRecord[]): Promise<LogPosition[]> {
    const partitions = await this.topicSize(topic);
    const routed = records.map((record) => ({
      record,
      partition: routeRecord(record, { name: topic, partitions }),
    }));
    return routed.length === 0 ? [] : available(appendRecords(this.database, topic, routed));
  }

  async partitions(topic: string): Promise<PartitionRange[]> {
    const ranges = await available(partitionRanges(this.database, topic));
    if (ranges.length > 0) return ranges;
    throw new VerbatimError('log-unavailable', `topic ${topic} does not exist`, { topic });
  }

  /** This log has no settings that could lose a record. */
  async examine(): Promise<TopicFinding[]> {
    return [];
  }

  async read(from: LogPosition, limit: number): Promise<LogRecord[]> {
    return available(readRecords(this.database, from, limit));
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    const { topic } = options;
    const partitions = await this.topicSize(topic);
    const watch = await this.watch();
    const subscription = new GroupSubscription(options, this.groups, {
      partitions,
      partition: (partition) => this.source(watch, topic, partition),
    });
    this.subscriptions.add(subscription);
    return subscription;
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await (await this.watching)?.stop();
  }

  private source(watch: AppendWatch, topic: string, partition: number): PartitionSource {
    return {
      appended: watch.bell(topic, partition),
      range: async () => {
        const range = (await this.partitions(topic))[partition];
        if (range) return range;
        throw new RangeError(`topic ${topic} has no partition ${partition}`);
      },
      read: async (offset, limit) =>
        withoutHoles(offset, await this.read({ topic, partition, offset }, limit)),
    };
  }

  private async watch(): Promise<AppendWatch> {
    this.watching ??= AppendWatch.start(this.database, this.options.pollMs ?? 1_000);
    try {
      return (await available(this.watching)).watch;
    } catch (error) {
      this.watching = undefined;
      throw error;
    }
  }

  /** Remembered: a topic keeps its number of partitions. */
  private async topicSize(topic: string): Promise<number> {
    const size = this.topicSizes.get(topic) ?? (await this.partitions(topic)).length;
    this.topicSizes.set(topic, size);
    return size;
  }
}

async function available<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new VerbatimError('log-unavailable', 'the log in Postgres did not answer', {}, { cause });
  }
}
