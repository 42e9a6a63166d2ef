import { Backoff } from '../../delivery/backoff';
import { PartitionRunner } from '../../delivery/partition-runner';
import type { PartitionConsumer, PartitionRange, SubscribeOptions, Subscription } from '../../event-log';
import { CheckedClaims } from './checked-claims';
import { CommittedOffsets } from './committed-offsets';
import { toLogRecord } from '../log-record';
import type { GroupConsumerOptions } from './group-consumer';
import { Membership, type Fetched } from './membership';
import { PartitionFeed } from './partition-feed';
import { isUnreadable } from '../record-reader';

export interface KafkaSubscriptionOptions extends SubscribeOptions, GroupConsumerOptions {
  readonly range: (partition: number) => Promise<PartitionRange>;
  /** Why the batch at this offset cannot be read, where that is so. */
  readonly whyUnreadable: (partition: number, offset: number) => Promise<string | undefined>;
}

interface Held {
  readonly feed: PartitionFeed;
  readonly runner: PartitionRunner;
}

/**
 * A member of a consumer group. kafkajs fetches and keeps the membership; what it fetches is handed over to a runner a
 * partition, so that it fetches on while a batch is stored. No error may reach its loop (it would stop for good), and
 * its own position never counts: the claim says where to begin.
 */
export class KafkaSubscription implements Subscription {
  private readonly stopping = new AbortController();
  private readonly stopped = aborted(this.stopping.signal);
  private readonly backoff = new Backoff();
  private readonly held = new Map<number, Held>();
  /** What was held before and may have a batch in hand. */
  private readonly ending = new Map<number, Promise<void>>();
  private readonly claims: CheckedClaims;
  private readonly committed = new CommittedOffsets();
  private readonly done: Promise<void>;
  private assignments = 0;

  constructor(private readonly options: KafkaSubscriptionOptions) {
    this.claims = new CheckedClaims(options.consumer, options.range);
    this.done = this.run();
  }

  status(): { held: readonly number[]; halted: ReadonlyMap<number, string> } {
    const halted = new Map<number, string>();
    for (const [partition, { runner }] of this.held) {
      if (runner.halted !== undefined) halted.set(partition, runner.halted);
    }
    return { held: [...this.held.keys()].toSorted((a, b) => a - b), halted };
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.done;
  }

  private async run(): Promise<void> {
    const { topic, onError } = this.options;
    while (!this.stopping.signal.aborted) {
      try {
        await this.takePart();
      } catch (error) {
        onError?.(error, { topic });
        await this.backoff.pause(this.stopping.signal);
      }
    }
    await Promise.all(this.ending.values());
  }

  /** From joining the group until the membership is lost (then it throws) or the subscription is stopped. */
  private async takePart(): Promise<void> {
    const membership: Membership = new Membership(this.options, {
      assigned: (partitions) => this.assign(partitions, membership),
      fetched: (fetched) => this.handOver(fetched, membership),
      vanished: () => this.distrust(),
      passed: (hole) => void this.held.get(hole.partition)?.feed.take({ ...hole, records: [] }),
    });
    const committing = this.committed.keepCommitted((offsets) => membership.commit(offsets));
    try {
      await Promise.race([membership.join(), this.stopped]);
      const error = await Promise.race([membership.lost, this.stopped]);
      if (error && isUnreadable(error)) await this.findUnreadable();
      if (error) throw error;
      this.giveUp();
      await Promise.all(this.ending.values());
    } finally {
      this.giveUp();
      await membership.leave(() => committing.stop());
    }
  }

  /** Each partition is claimed when the batch in hand from before, if any, is stored; the others need not wait for it. */
  private assign(partitions: readonly number[], membership: Membership): void {
    this.giveUp();
    for (const partition of partitions) void this.hold(partition, membership);
  }

  private async hold(partition: number, membership: Membership): Promise<void> {
    const { assignments } = this;
    await this.ending.get(partition);
    if (assignments === this.assignments) this.held.set(partition, this.start(partition, membership));
  }

  private giveUp(): void {
    this.assignments += 1;
    for (const [partition, { feed, runner }] of this.held) {
      feed.close();
      this.ending.set(partition, runner.stop());
    }
    this.held.clear();
  }

  private start(partition: number, membership: Membership): Held {
    this.ending.delete(partition);
    const feed = new PartitionFeed({
      range: () => this.options.range(partition),
      seek: (offset) => membership.seek(partition, offset),
      pause: () => membership.pause(partition),
      resume: () => membership.resume(partition),
    });
    return {
      feed,
      runner: new PartitionRunner(partition, feed, { ...this.options, consumer: this.handler() }),
    };
  }

  private handler(): PartitionConsumer {
    return {
      claim: (range) => this.claims.claim(range),
      handle: async (batch) => {
        await this.options.consumer.handle(batch);
        this.committed.passed(batch.partition, batch.nextOffset);
        this.backoff.reset();
      },
    };
  }

  private handOver({ partition, from, to, messages }: Fetched, membership: Membership): boolean {
    const feed = this.held.get(partition)?.feed;
    if (feed === undefined) {
      membership.pause(partition);
      return false;
    }
    const records = messages.map((message) => toLogRecord(this.options.topic, partition, message));
    return feed.offer({ from, to, records });
  }

  /** A topic that was deleted may come back as another one, in which the same offsets have other records. */
  private distrust(): void {
    for (const { feed } of this.held.values()) feed.distrust('the topic was gone');
  }

  /** A batch that cannot be read ends the fetches of all partitions: its own is halted before the others go on. */
  private async findUnreadable(): Promise<void> {
    for (const [partition, { feed }] of this.held) {
      const offset = feed.next;
      if (offset === undefined) continue;
      const why = await this.options.whyUnreadable(partition, offset);
      if (why !== undefined) this.claims.markUnreadable(partition, offset, why);
    }
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
