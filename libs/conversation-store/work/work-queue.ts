import type { Mechanism } from '@verbatim/conversation';
import type { ConversationKey } from '../journal-row';

/** A lease on a piece of due work. Its token rises at each lease, so that a worker that lost it changes nothing. */
export interface Lease extends ConversationKey {
  readonly mechanism: Mechanism;
  readonly attempt: number;
  readonly token: number;
  readonly failures: number;
}

/** Due work as workers see it. Only the projector opens and closes it. All times are the database's. */
export interface WorkQueue {
  /** Leases up to `limit` pieces (`FOR UPDATE SKIP LOCKED`), oldest first, none of the tenants in `except`. */
  lease(worker: string, limit: number, leaseSeconds: number, except?: readonly string[]): Promise<Lease[]>;
  /** Prolongs a lease; false where it was lost. */
  extend(lease: Lease, leaseSeconds: number): Promise<boolean>;
  /** Nothing could be done at `position`: not leased again until the conversation's applied position is beyond it. */
  giveBack(lease: Lease, position: number): Promise<void>;
  /** Failed: tried again after the delay, and shown as failed from `failures` >= `failedFrom` on. */
  fail(lease: Lease, error: string, delaySeconds: number, failedFrom: number): Promise<void>;
  /** For metrics and readiness. */
  figures(): Promise<{ open: number; leased: number; failed: number; oldestSeconds: number }>;
}
