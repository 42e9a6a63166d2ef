import { setTimeout as sleep } from 'node:timers/promises';
import type { FedReceipt, ReceiptFeed, ShardLease } from '@verbatim/conversation-store';
import { CONTEXT_RECEIPTS, type EventLog } from '@verbatim/event-log';
import { recordOfReceipt } from './context-served';

/** Shards, receipts and bytes of one batch: bounds of what is in memory and of one append. */
const SHARDS = 64;
const RECEIPTS = 500;
const BYTES = 8 * 1024 * 1024;
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

  constructor(private readonly options: ReceiptRelayOptions) {}

  start(): void {
    this.looping = this.run();
  }

  /** Finishes the batch in hand, where that takes no longer than the grace: else somebody else repeats it. */
  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    const late = new AbortController();
    await Promise.race([this.looping, pause(graceMs, late.signal)]);
    late.abort();
  }

  /** One batch. @returns how many receipts were relayed; rejects where the log or the database fails, or lacks a receipt */
  async relay(): Promise<number> {
    const { feed, log, partitions, owner } = this.options;
    const leases = await feed.lease(owner, SHARDS, LEASE_SECONDS);
    if (leases.length === 0) return 0;
    let moved: readonly ShardLease[] = leases;
    let isWhole: boolean;
    let relayed: number;
    try {
      if (!this.topicIsThere) await log.ensureTopic(CONTEXT_RECEIPTS, { partitions });
      this.topicIsThere = true;
      const read = await feed.read(leases, RECEIPTS, BYTES);
      const { following, behind } = inSequence(leases, read);
      await log.append(CONTEXT_RECEIPTS, following.map(recordOfReceipt));
      moved = behind;
      relayed = following.length;
      isWhole = read.length > 0 && relayed === read.length;
    } catch (error) {
      this.topicIsThere = false;
      throw error;
    } finally {
      await feed.giveBack(moved);
    }
    if (!isWhole) throw new Error(missing(moved));
    return relayed;
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
        await pause(backoff * (1 - Math.random() / 2), signal);
        backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS);
      }
    }
  }
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

/** Nothing is passed over: a shard stands where a receipt of the feed is not there. */
function missing(leases: readonly ShardLease[]): string {
  const places = leases.map(({ shard, nextNumber }) => `${shard}-${nextNumber}`);
  return `the feed of receipts lacks one of ${places.join(', ')}: was it deleted?`;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
