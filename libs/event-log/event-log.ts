/** A record's place in the log. Offsets are below 2^53. */
export interface LogPosition {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

export type RecordHeaders = Readonly<Record<string, Buffer>>;

/** What is appended. Without `partition` the key decides it (murmur2, as in Kafka's Java client). */
export interface OutgoingRecord {
  readonly key: string;
  readonly value: Buffer;
  readonly headers?: RecordHeaders;
  readonly partition?: number;
}

export interface LogRecord extends LogPosition {
  /** Milliseconds since 1970, as the log received it. */
  readonly timestamp: number;
  readonly key: Buffer | null;
  /** Null is a tombstone. */
  readonly value: Buffer | null;
  readonly headers: RecordHeaders;
}

/**
 * Consecutive records of one partition. `nextOffset` is where the next batch begins: offsets may have legal holes, and a
 * batch of nothing but a hole (aborted transactions, say) has no records.
 */
export interface Batch {
  readonly topic: string;
  readonly partition: number;
  readonly records: readonly LogRecord[];
  readonly nextOffset: number;
}

/** What a partition holds: `low` is its first offset still kept, `high` the offset that the next record will get. */
export interface PartitionRange {
  readonly topic: string;
  readonly partition: number;
  readonly low: number;
  readonly high: number;
}

/**
 * One member of a consumer group. It keeps its own positions: `claim` says where to begin, `handle` stores the batch
 * and the next position in one transaction.
 */
export interface PartitionConsumer {
  /** The partition became ours. Answers the offset to begin at; from now on an earlier owner's writes must fail. */
  claim(partition: PartitionRange): Promise<{ nextOffset: number }>;
  /**
   * Batches of one partition come in order, one at a time. A throw is retried with backoff, for ever, with the same
   * records; `PartitionLost` gives the partition up and claims it again if it is still ours.
   */
  handle(batch: Batch): Promise<void>;
}

/** Thrown by a consumer whose claim on a partition is no longer the newest. */
export class PartitionLost extends Error {
  constructor(
    readonly topic: string,
    readonly partition: number,
  ) {
    super(`partition ${topic}/${partition} was claimed by another consumer`);
    this.name = 'PartitionLost';
  }
}

/** Thrown by a consumer that must not go on with a partition: it stays halted until a claim succeeds, the others go on. */
export class PartitionHalted extends Error {
  constructor(
    readonly topic: string,
    readonly partition: number,
    reason: string,
  ) {
    super(`partition ${topic}/${partition} is halted: ${reason}`);
    this.name = 'PartitionHalted';
  }
}

/** A setting of a topic that loses or could lose something, and what to do. */
export interface TopicFinding {
  readonly problem: string;
  readonly remedy: string;
}

export interface SubscribeOptions {
  readonly group: string;
  readonly topic: string;
  readonly consumer: PartitionConsumer;
  /** Most records in a batch; default 500. */
  readonly maxBatch?: number;
  /** How soon a halted partition is claimed again, in milliseconds; default 30,000. */
  readonly lookAgainMs?: number;
  /** Told of each error before it is retried, and of each halt; must not throw. No `partition`: the group's membership. */
  readonly onError?: (error: unknown, at: { topic: string; partition?: number }) => void;
}

export interface Subscription {
  /** Partitions held now, ascending, and those of them that are halted, with the reason. */
  status(): { held: readonly number[]; halted: ReadonlyMap<number, string> };
  /** Finishes the batches in hand, gives the partitions up and returns. */
  stop(): Promise<void>;
}

/** The only way in: an ordered, partitioned, durable log (Kafka's model). */
export interface EventLog {
  /** Names this log: positions of one identity mean nothing in another. */
  identity(): Promise<string>;
  /**
   * Creates the topic where it is missing. An existing topic keeps its number of partitions. Throws VerbatimError
   * `topic-unsuitable` for one that throws records away by key.
   */
  ensureTopic(topic: string, options: { partitions: number }): Promise<void>;
  /**
   * Durable when it returns; all or nothing for each partition. Answers in the order of `records`. Throws VerbatimError
   * `log-unavailable` (also for a topic that does not exist) and RangeError for a partition that the topic has not.
   */
  append(topic: string, records: readonly OutgoingRecord[]): Promise<LogPosition[]>;
  partitions(topic: string): Promise<PartitionRange[]>;
  /** What is wrong with the topic's settings; empty when all is well. */
  examine(topic: string): Promise<TopicFinding[]>;
  /** At most `limit` records at or after `from`; fewer where they are large, none only at the end. */
  read(from: LogPosition, limit: number): Promise<LogRecord[]>;
  /** Joins the group; partitions arrive later. Throws VerbatimError `log-unavailable`. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /** Stops the subscriptions first. */
  close(): Promise<void>;
}

export const CONVERSATION_EVENTS = 'conversation-events';

/** One `ContextServed` for each receipt (SPEC 9, Kafka). */
export const CONTEXT_RECEIPTS = 'context-receipts';

/** The record key of a conversation: `tenant/conversation`, each part percent-encoded where it holds `/` or `%`. */
export function recordKey(tenant: string, conversation: string): string {
  return `${encodeKeyPart(tenant)}/${encodeKeyPart(conversation)}`;
}

function encodeKeyPart(part: string): string {
  return part.replaceAll('%', '%25').replaceAll('/', '%2F');
}
