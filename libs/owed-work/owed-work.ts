import type { EventData, Head } from '@verbatim/conversation';
import type { ConversationReader, Lease } from '@verbatim/conversation-store';

type OwedType =
  | 'CheckpointCreated'
  | 'ToolResultsFiltered'
  | 'MessagesTruncated'
  | 'TopicSummarized'
  | 'TopicsArchived'
  | 'BulksMerged'
  | 'BulkRetired';

/** An event that the summarizer owes a conversation, under the id derived from what was decided. */
export type OwedEvent = {
  [T in OwedType]: { readonly type: T; readonly id: string; readonly data: EventData<T> };
}[OwedType];

/** What every such event says of the state that it was decided from. */
export function decisionOf({ position, policy, attempts }: Head) {
  return { basis: position, policyVersion: policy.version, attempt: attempts };
}

/** What came of a piece of work: events to publish, or why there are none. */
export type Result =
  | { readonly kind: 'events'; readonly events: readonly OwedEvent[] }
  /** Nothing is to be done as of this position of the conversation. */
  | { readonly kind: 'nothing-due'; readonly position: number }
  | { readonly kind: 'not-now'; readonly seconds: number };

/** What the work of all mechanisms reads of a conversation. */
export type WorkReader = Pick<
  ConversationReader,
  'head' | 'decide' | 'items' | 'itemsOfResults' | 'events' | 'fate' | 'modelOfNewestCall'
>;

/** One mechanism's work. It decides from the current state and writes nothing. */
export interface OwedWork {
  /** @throws the signal's reason when that is aborted. */
  prepare(lease: Lease, signal: AbortSignal): Promise<Result>;
}
