import { VerbatimError } from '@verbatim/conversation';
import type { Database } from '@verbatim/postgres';
import { GroupSubscription } from '../delivery/group-subscription';
import { withoutHoles, type PartitionSource } from '../delivery/partition-runner';
import {
  PartitionHalted,
  type EventLog,
  type LogPosition,
  type LogRecord,
  type OutgoingRecord,
  type PartitionRange,
  type SubscribeOptions,
  type Subscription,
  type TopicFinding,
} from '../event-log';
import { routeRecord } from '../routing';
import { appendRecords } from './append-records';
import { AppendWatch } from './append-watch';
import { PostgresGroups } from './postgres-groups';
import { readRecords } from './read-records';
import { createTopic, partitionRanges } from './topics';
import { Turns } from './turns';

/** How long an append waits for those of this process that are before it in its partition. */
const TURN_MS = 10_000;

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
  /** A partition takes one append at a time: who waits for it here takes no connection from others. */
  private readonly turns = new Turns<string>(TURN_MS);
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
    if (routed.length === 0) return [];
    const partitionsOf = routed.map(({ partition }) => `${partition}/${topic}`);
    return available(this.turns.take(partitionsOf, () => appendRecords(this.database, topic, routed)));
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
      read: async (offset, limit) => {
        const records = await this.read({ topic, partition, offset }, limit);
        if (records[0]?.offset !== offset) await this.refuseGap({ topic, partition, offset });
        return withoutHoles(offset, records);
      },
    };
  }

  /** What was trimmed before it was read is no end of the partition: it must not be waited at, nor passed. */
  private async refuseGap({ topic, partition, offset }: LogPosition): Promise<void> {
    const low = (await this.partitions(topic))[partition]?.low ?? 0;
    if (offset >= low) return;
    const reason = `the next record is ${offset}, but the log keeps none before ${low}: records were lost`;
    throw new PartitionHalted(topic, partition, reason);
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
