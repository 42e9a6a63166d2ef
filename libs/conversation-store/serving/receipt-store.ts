import type { ConversationKey } from '../journal-row';

/** A receipt as it is kept: `document` is the JSON text that the context-builder wrote, whatever its engine. */
export interface StoredReceipt extends ConversationKey {
  readonly callId: string;
  readonly position: number;
  readonly model: string;
  readonly target: string;
  readonly tokens: number;
  readonly requestSha256: Buffer;
  readonly bodySha256: Buffer;
  readonly document: string;
  readonly createdAt: Date;
  readonly sequence: number;
}

/** Messages that a context shows, and what it would have been had nothing been reduced. */
export interface Reduction {
  readonly messages: number;
  readonly originalMessages: number;
  readonly originalTokens: number;
}

export interface NewReceipt extends Omit<StoredReceipt, 'createdAt' | 'sequence'> {
  readonly reduction?: Reduction;
}

/** A segment's bytes, stored once for each conversation and hash. */
export interface Segment {
  readonly sha256: Buffer;
  readonly bytes: Buffer;
}

/** Of a list by time. */
export type ListOrder = 'oldest' | 'newest';

/** Receipts and segments: inserted, never changed. */
export interface ReceiptStore {
  /**
   * Commits the receipt and its segments. With `freshAt` (a view version) the same statement looks at the head: where
   * the view has changed meanwhile nothing is written and the answer is `stale`. `exists` where the call id is taken.
   */
  insert(
    receipt: NewReceipt,
    segments: readonly Segment[],
    freshAt: number | null,
  ): Promise<'inserted' | 'stale' | 'exists'>;
  receipt(tenant: string, callId: string): Promise<StoredReceipt | null>;
  /** The newest receipt of the conversation for a model and target. */
  previous(key: ConversationKey, model: string, target: string): Promise<StoredReceipt | null>;
  /**
   * By `sequence`, of which `after` is one, 0 before the first: a list goes no further than where one could still appear.
   * Oldest first unless `order` says otherwise.
   */
  receipts(key: ConversationKey, after: number, limit: number, order?: ListOrder): Promise<StoredReceipt[]>;
  allReceipts(tenant: string, after: number, limit: number, order?: ListOrder): Promise<StoredReceipt[]>;
  /** The conversation's call of this ordinal: 1 is its first, -1 its newest. */
  receiptAt(key: ConversationKey, ordinal: number): Promise<StoredReceipt | null>;
  /**
   * Which call of its conversation each receipt is, from 1. They are a page of one of the lists above, or one receipt: those
   * of a conversation follow each other without a gap.
   */
  ordinals(receipts: readonly StoredReceipt[]): Promise<number[]>;
  /** Ids of calls of the tenant that begin with this text, in the order of their bytes. */
  callIds(tenant: string, beginning: string, limit: number): Promise<string[]>;
  /** By SHA-256 in hex; those that are not there, or were erased, are absent. */
  segments(key: ConversationKey, hashes: readonly Buffer[]): Promise<Map<string, Buffer>>;
  /** Keeps the SHA-256 of what a runtime says it sent for a call; the same again changes nothing. */
  recordSent(tenant: string, callId: string, sha256: Buffer): Promise<void>;
  /** All that were said for the call, in hex, oldest first. */
  sent(tenant: string, callId: string): Promise<string[]>;
}
