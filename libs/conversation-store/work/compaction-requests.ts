import type { TierDemand } from '@verbatim/conversation';
import type { ConversationKey } from '../journal-row';
import type { Lease, WorkQueue } from './work-queue';

/** What an operator asked to be compacted now, and what came of it. */
export interface CompactionRequest {
  readonly id: number;
  /** Null for whatever comes first. */
  readonly what: TierDemand | null;
  readonly state: 'asked' | 'done' | 'nothing';
  /** Id of the event that it led to. */
  readonly event: string | null;
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
  ask(key: ConversationKey, what: TierDemand | null): Promise<number>;
  /** Those of the last day, newest first. */
  of(key: ConversationKey): Promise<CompactionRequest[]>;
  /** What a leased request asks for, and the event that an earlier lease of it was about to publish. */
  asked(lease: Lease): Promise<{ readonly what: TierDemand | null; readonly event: string | null }>;
  /** This event is about to be published for it: whoever leases it next looks whether it was. */
  intend(lease: Lease, event: string): Promise<void>;
  /** Its event is in the log. */
  done(lease: Lease, event: string): Promise<void>;
}
