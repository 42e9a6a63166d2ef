import { setTimeout as sleep } from 'node:timers/promises';
import { VerbatimError } from '@verbatim/conversation';
import type { FedReceipt, ReceiptFeed, ShardLease } from '@verbatim/conversation-store';
import { CONTEXT_RECEIPTS, type EventLog } from '@verbatim/event-log';
import { atMost } from '@verbatim/platform';
import { recordOfReceipt } from './context-served';

/** Shards, receipts and bytes of one batch: bounds of what is in memory and of one append. */
const SHARDS = 64;
const RECEIPTS = 500;
const BYTES = 8 * 1024 * 1024;
/** Of what the topic took at once, with each batch that it takes. */
const GROWTH = 1.25;
/** Whoever takes longer for a batch may find it relayed by another, which only repeats it. */
const LEASE_SECONDS = 30;
const IDLE_MS = 250;
const LONGEST_BACKOFF_MS = 10_000;

export interface ReceiptRelayOptions {
  readonly feed: ReceiptFeed;
  readonly log: Pick<EventLog, 'append' | 'ensureTopic'>;
  /** Of the topic, where it is to be made. */
  readonly partitions: number;
  readonly owner: string;
  readonly onRelayed?: (receipts: number) => void;
  /** A batch failed and will be tried again; null: one was relayed since. Must not throw. */
  readonly onTrouble?: (error: unknown) => void;
}

/**
 * Brings receipts to the topic `context-receipts`, each at least once, those of a shard in their order. The position is
 * stored after the append: one that dies, or freezes and wakes, in between leads to repeats and never to a hole.
 */
export class ReceiptRelay {
  private readonly stopping = new AbortController();
  private looping: Promise<void> = Promise.resolve();
  private topicIsThere = false;
  /** Fewer than may be where the topic took no more at once (`max.message.bytes`). */
  private atOnce = RECEIPTS;

  constructor(private readonly options: ReceiptRelayOptions) {}

  start(): void {
    this.looping = this.run();
  }

  /** Finishes the batch in hand, where that takes no longer than the grace: else somebody else repeats it. */
  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    await atMost(graceMs, this.looping);
  }

  /** One batch. @returns how many receipts were relayed; rejects where the log or the database fails, or lacks a receipt */
  async relay(): Promise<number> {
    const { feed, log, partitions, owner } = this.options;
    const leases = await feed.lease(owner, SHARDS, LEASE_SECONDS);
    if (leases.length === 0) return 0;
    let moved: readonly ShardLease[] = leases;
    let standing: readonly ShardLease[];
    let relayed: number;
    try {
      if (!this.topicIsThere) await log.ensureTopic(CONTEXT_RECEIPTS, { partitions });
      this.topicIsThere = true;
      const read = await feed.read(leases, this.atOnce, BYTES);
      const { following, behind } = inSequence(leases, read);
      const appended = await this.append(following);
      moved = inSequence(leases, appended).behind;
      relayed = appended.length;
      standing = read.length === 0 ? leases : behind.filter((lease) => isGap(lease, read));
    } catch (error) {
      this.topicIsThere = false;
      throw error;
    } finally {
      await feed.giveBack(moved);
    }
    if (standing.length > 0) throw new ReceiptMissing(standing, relayed);
    return relayed;
  }

  /** @returns as many of them as the topic takes at once; rejects with `too-large` where it does not take even one */
  private async append(receipts: readonly FedReceipt[]): Promise<readonly FedReceipt[]> {
    for (let batch = receipts; ; batch = batch.slice(0, this.atOnce)) {
      try {
        await this.options.log.append(CONTEXT_RECEIPTS, batch.map(recordOfReceipt));
        this.atOnce = Math.min(RECEIPTS, Math.ceil(this.atOnce * GROWTH));
        return batch;
      } catch (error) {
        if (batch.length <= 1 || !isTooLarge(error)) throw error;
        this.atOnce = Math.ceil(batch.length / 2);
      }
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    const { onRelayed, onTrouble } = this.options;
    for (let backoff = IDLE_MS; !signal.aborted;) {
      try {
        const relayed = await this.relay();
        backoff = IDLE_MS;
        onTrouble?.(null);
        onRelayed?.(relayed);
        if (relayed === 0) await pause(IDLE_MS, signal);
      } catch (error) {
        onTrouble?.(error);
        if (error instanceof ReceiptMissing && error.relayed > 0) {
          backoff = IDLE_MS;
          onRelayed?.(error.relayed);
          continue;
        }
        await pause(backoff * (1 - Math.random() / 2), signal);
        backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS);
      }
    }
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof VerbatimError && error.code === 'too-large';
}

/** The receipts that follow each lease without a gap, and the leases behind them. */
function inSequence(leases: readonly ShardLease[], read: readonly FedReceipt[]) {
  const next = new Map(leases.map(({ shard, nextNumber }) => [shard, nextNumber]));
  const following = read.filter(({ shard, number }) => {
    if (next.get(shard) !== number) return false;
    next.set(shard, number + 1);
    return true;
  });
  const behind = leases.map((lease) => ({ ...lease, nextNumber: next.get(lease.shard) ?? lease.nextNumber }));
  return { following, behind };
}

/** Later receipts of the shard are there, the next one is not. */
function isGap({ shard, nextNumber }: ShardLease, read: readonly FedReceipt[]): boolean {
  return read.some((each) => each.shard === shard && each.number > nextNumber);
}

/** Nothing is passed over: a shard stands where a receipt of the feed is not there. The others went on. */
class ReceiptMissing extends Error {
  constructor(
    standing: readonly ShardLease[],
    readonly relayed: number,
  ) {
    const places = standing.map(({ shard, nextNumber }) => `${shard}-${nextNumber}`);
    super(`the feed of receipts lacks one of ${places.join(', ')}: was it deleted?`);
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
