import type { CompactionDemand } from '@verbatim/conversation';
import type { ConversationKey } from '../journal-row';
import type { Lease, WorkQueue } from './work-queue';

/** What an operator asked to be compacted now, and what came of it. */
export interface CompactionRequest {
  readonly id: number;
  /** Null for whatever comes first. */
  readonly what: CompactionDemand | null;
  readonly state: 'asked' | 'done' | 'nothing';
  /** Id of the event that it led to. */
  readonly event: string | null;
  /** Why nothing could be compacted, of a request that led to nothing. */
  readonly reason: string | null;
  /** Why the newest attempt failed; it is tried again. */
  readonly error: string | null;
  readonly requestedAt: Date;
}

/**
 * The summarizer's side is a queue of its own; its leases are of mechanism `history`. One request of a conversation after
 * another, and none while that conversation's due history is worked on.
 */
export interface CompactionRequests extends Omit<WorkQueue, 'figures'> {
  /** Asked again before anything came of it, it is the same request. Answers its id. */
  ask(key: ConversationKey, what: CompactionDemand | null): Promise<number>;
  /** Those of the last day, newest first. */
  of(key: ConversationKey): Promise<CompactionRequest[]>;
  /** What a leased request asks for, and the event that an earlier lease of it was about to publish. */
  asked(lease: Lease): Promise<{ readonly what: CompactionDemand | null; readonly event: string | null }>;
  /** This event is about to be published for it: whoever leases it next looks whether it was. */
  intend(lease: Lease, event: string): Promise<void>;
  /** Nothing can be compacted, for this reason; told before the lease is given back. */
  nothing(lease: Lease, reason: string): Promise<void>;
  /** Its event is in the log. */
  done(lease: Lease, event: string): Promise<void>;
}
