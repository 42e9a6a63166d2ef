import type { ConversationKey } from '../journal-row';

/** A receipt in the feed. A shard's numbers begin at 1, have no gaps and are in the order of the commits. */
export interface FedReceipt extends ConversationKey {
  readonly shard: number;
  readonly number: number;
  readonly callId: string;
  /** The JSON text that the context-builder wrote. */
  readonly document: string;
  readonly createdAt: Date;
}

/** A shard that is ours to relay until somebody leases it anew. `nextNumber` is the first that is not relayed. */
export interface ShardLease {
  readonly shard: number;
  readonly epoch: number;
  readonly nextNumber: number;
}

export interface FeedLag {
  /** Receipts that wait. */
  readonly waiting: number;
  /** How long the oldest of them has been waiting, by the database's clock; null where none waits. */
  readonly oldestSeconds: number | null;
}

/** Every receipt, once, in an order that a reader can follow: a conversation has one shard. */
export interface ReceiptFeed {
  /** Free shards in which receipts wait, those at rest longest first. A lease that was not given back ends by itself. */
  lease(owner: string, shards: number, seconds: number): Promise<ShardLease[]>;
  /** From each lease's next number on, by shard and number; at least one receipt, then at most that many and bytes. */
  read(leases: readonly ShardLease[], receipts: number, bytes: number): Promise<FedReceipt[]>;
  /** Keeps each lease's `nextNumber` and gives the lease back. @returns the shards whose lease was still ours */
  giveBack(leases: readonly ShardLease[]): Promise<number[]>;
  lag(): Promise<FeedLag>;
}
