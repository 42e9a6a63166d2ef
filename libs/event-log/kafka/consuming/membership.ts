import { KafkaJSError, type Consumer, type EachBatchPayload, type KafkaMessage } from 'kafkajs';
import { pause } from '../../delivery/backoff';
import { onVanished } from './fetches';
import { createConsumer, fetchedOffset, whileRunning, type GroupConsumerOptions } from './group-consumer';

/** What was fetched of [from, to) in one partition. */
export interface Fetched {
  readonly partition: number;
  readonly from: number;
  readonly to: number;
  readonly messages: readonly KafkaMessage[];
}

export interface MembershipEvents {
  /** These partitions, paused, and no others are the member's now. */
  assigned(partitions: readonly number[]): void;
  /** True where it was taken; what was not is fetched again, unless the partition is paused by then. */
  fetched(fetched: Fetched): boolean;
  /** A broker did not know the topic, for now. */
  vanished(): void;
  /** Nothing but a hole was fetched, and passed. */
  passed(hole: Omit<Fetched, 'messages'>): void;
}

/** A group that is changing hands or a broker that is down does not hold up a stop for longer. */
const LEAVE_MS = 5_000;

/** A member of a consumer group by way of kafkajs, from joining until it leaves or is lost; then a new one must join. */
export class Membership {
  readonly lost: Promise<Error>;
  private readonly consumer: Consumer;
  private joining: Promise<void> = Promise.resolve();
  private readonly forget: () => void;
  private isLeaving = false;
  private lastSign = Date.now();

  constructor(
    private readonly options: GroupConsumerOptions,
    private readonly tell: MembershipEvents,
  ) {
    this.consumer = createConsumer(options);
    this.lost = this.watch();
    this.forget = onVanished(options.kafkaTopic, tell.vanished);
  }

  join(): Promise<void> {
    this.joining = this.enter();
    return this.joining;
  }

  /**
   * Does `last` as a member, then leaves. Returns after 5 s at most, and goes on by itself where that takes longer:
   * kafkajs cannot be stopped while it joins, it would stay a member.
   */
  async leave(last: () => Promise<void>): Promise<void> {
    this.isLeaving = true;
    this.forget();
    const patience = new AbortController();
    const left = this.joining
      .catch(() => undefined)
      .then(last)
      .then(() => this.consumer.disconnect())
      .catch(() => undefined)
      .finally(() => patience.abort());
    await Promise.race([left, pause(LEAVE_MS, patience.signal)]);
  }

  seek(partition: number, offset: number): void {
    const { kafkaTopic: topic } = this.options;
    whileRunning(() => this.consumer.seek({ topic, partition, offset: String(offset) }));
  }

  pause(...partitions: number[]): void {
    whileRunning(() => this.consumer.pause([{ topic: this.options.kafkaTopic, partitions }]));
  }

  resume(partition: number): void {
    const { kafkaTopic: topic } = this.options;
    whileRunning(() => this.consumer.resume([{ topic, partitions: [partition] }]));
  }

  async commit(offsets: ReadonlyMap<number, number>): Promise<void> {
    const { kafkaTopic: topic } = this.options;
    await this.consumer.commitOffsets(
      [...offsets].map(([partition, offset]) => ({ topic, partition, offset: String(offset) })),
    );
  }

  private async enter(): Promise<void> {
    const { kafkaTopic: topic, partitions } = this.options;
    await this.consumer.connect();
    // Beginning anywhere else, kafkajs would pass over what it has not read when an offset is out of range.
    if (!this.isLeaving) await this.consumer.subscribe({ topic, fromBeginning: true });
    if (this.isLeaving) return;
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: partitions,
      eachBatch: (payload) => this.accept(payload),
    });
  }

  /** kafkajs fetches on from what is resolved, and fetches again what is not. */
  private async accept({ batch, resolveOffset, heartbeat }: EachBatchPayload): Promise<void> {
    const { partition, messages } = batch;
    const to = Number(batch.lastOffset()) + 1;
    const isTaken = this.tell.fetched({ partition, from: fetchedOffset(batch), to, messages });
    if (isTaken) resolveOffset(batch.lastOffset());
    await heartbeat();
  }

  private watch(): Promise<Error> {
    const { kafkaTopic, sessionMs } = this.options;
    const { CRASH, FETCH, GROUP_JOIN, HEARTBEAT, REBALANCING, START_BATCH_PROCESS } = this.consumer.events;
    const alive = (): void => void (this.lastSign = Date.now());
    this.consumer.on(HEARTBEAT, alive);
    this.consumer.on(REBALANCING, () => this.assigned([]));
    this.consumer.on(GROUP_JOIN, ({ payload }) => {
      alive();
      this.assigned(payload.memberAssignment[kafkaTopic] ?? []);
    });
    // Of a batch without records (aborted, or marks of transactions) kafkajs tells no handler.
    this.consumer.on(
      START_BATCH_PROCESS,
      ({ payload: { partition, batchSize, firstOffset, lastOffset } }) => {
        if (batchSize > 0 || firstOffset === null) return;
        this.tell.passed({ partition, from: Number(firstOffset), to: Number(lastOffset) + 1 });
      },
    );
    return new Promise((resolve) => {
      this.consumer.on(CRASH, ({ payload }) => resolve(payload.error));
      // A rejoin that failed at the wrong moment leaves kafkajs fetching for ever as a member that the group forgot.
      this.consumer.on(FETCH, () => {
        if (Date.now() - this.lastSign > sessionMs)
          resolve(new KafkaJSError('the group has forgotten this member'));
      });
    });
  }

  /** At once, so that nothing is fetched before somebody has said from where. */
  private assigned(partitions: readonly number[]): void {
    if (partitions.length > 0) this.pause(...partitions);
    if (!this.isLeaving) this.tell.assigned(partitions);
  }
}
