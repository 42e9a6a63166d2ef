import type { SubscribeOptions, Subscription } from '../event-log';
import { Backoff } from './backoff';
import type { Groups, Membership } from './group';
import { PartitionRunner, type PartitionSource } from './partition-runner';

/** What a subscription reads: the topic's partitions, numbered from 0. */
export interface TopicSource {
  readonly partitions: number;
  partition(partition: number): PartitionSource;
}

/**
 * One member of a group: holds its fair share, ceil(partitions / members), and runs each partition it holds. Surplus
 * partitions are handed over between batches. When the membership is lost it stops all of them and joins anew.
 */
export class GroupSubscription implements Subscription {
  private readonly stopping = new AbortController();
  private readonly runners = new Map<number, PartitionRunner>();
  private readonly backoff = new Backoff();
  private readonly done: Promise<void>;

  constructor(
    private readonly options: SubscribeOptions,
    private readonly groups: Groups,
    private readonly topic: TopicSource,
  ) {
    this.done = this.run();
  }

  status(): { held: readonly number[]; halted: ReadonlyMap<number, string> } {
    const halted = new Map<number, string>();
    for (const [partition, runner] of this.runners) {
      if (runner.halted !== undefined) halted.set(partition, runner.halted);
    }
    return { held: this.held(), halted };
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.done;
  }

  private async run(): Promise<void> {
    const { group, topic, onError } = this.options;
    while (!this.stopping.signal.aborted) {
      try {
        await this.groups.join(group, topic, (membership) => this.takePart(membership));
      } catch (error) {
        onError?.(error, { topic });
        await this.backoff.pause(this.stopping.signal);
      }
    }
  }

  private async takePart(membership: Membership): Promise<void> {
    const { signal } = this.stopping;
    try {
      while (!signal.aborted) {
        await this.balance(membership);
        this.backoff.reset();
        await membership.changed(signal);
      }
    } finally {
      await this.stopRunners(this.held());
    }
  }

  private async balance(membership: Membership): Promise<void> {
    const { members, taken } = await membership.look();
    const share = Math.ceil(this.topic.partitions / Math.max(members, 1));
    const surplus = this.held().slice(share);
    await this.stopRunners(surplus);
    for (const partition of surplus) await membership.release(partition);
    for (let partition = 0; partition < this.topic.partitions && this.runners.size < share; partition += 1) {
      if (taken.has(partition) || !(await membership.hold(partition))) continue;
      this.runners.set(
        partition,
        new PartitionRunner(partition, this.topic.partition(partition), this.options),
      );
    }
  }

  private async stopRunners(partitions: readonly number[]): Promise<void> {
    await Promise.all(
      partitions.map(async (partition) => {
        await this.runners.get(partition)?.stop();
        this.runners.delete(partition);
      }),
    );
  }

  private held(): number[] {
    return [...this.runners.keys()].toSorted((a, b) => a - b);
  }
}
