import type { ConversationCheckpoint, Group, Head, Item, WorkingSet } from '@verbatim/conversation';
import type { LogPosition } from '@verbatim/event-log';
import type { ConversationKey, StoredEvent } from '../journal-row';
import type { Refusal, StoredHead } from '../projection/projection-store';

/** One consistent look at what a context is made of (one snapshot, ended before anything slow). */
export interface ContextSnapshot {
  readonly stored: StoredHead;
  readonly pinned: readonly Item[];
  /** Active ones with a summary, in the order of what they cover. */
  readonly checkpoints: readonly ConversationCheckpoint[];
  /**
   * The newest live items, and results elsewhere that belong to their groups; and, wherever they stand, open groups and
   * the newest one whose results the model has not read. By position.
   */
  readonly live: readonly Item[];
  readonly groups: readonly Group[];
  readonly newestUser: Item | null;
  /** Raw events of all the items above, by position. */
  readonly events: ReadonlyMap<number, StoredEvent>;
}

export interface EventStatus {
  readonly status: 'applied' | 'ignored' | 'refused' | 'parked';
  readonly error: { readonly code: string; readonly detail: string } | null;
}

export interface ConversationListing extends ConversationKey {
  readonly head: Head;
  readonly journalPosition: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A conversation whose projection stopped, and the event that it stopped at. */
export interface ParkedConversation extends ConversationKey {
  readonly position: number;
  readonly eventId: string;
  readonly type: string;
  readonly dataversion: number;
  readonly error: { readonly code: string; readonly detail: string };
  /** Newest position of the journal: what came meanwhile is kept. */
  readonly journalPosition: number;
  readonly receivedAt: Date;
}

export interface OpenWork {
  readonly mechanism: string;
  readonly attempt: number;
  readonly failures: number;
  readonly failed: boolean;
  readonly lastError: string | null;
  readonly createdAt: Date;
}

export type EventFate =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'conflict' }
  | ({ readonly kind: 'journaled'; readonly position: number } & EventStatus);

/** Names one event of one conversation. */
export interface EventName extends ConversationKey {
  readonly eventId: string;
}

/** Consecutive records of one partition, both ends included. */
export interface LogSpan {
  readonly topic: string;
  readonly partition: number;
  readonly first: number;
  readonly last: number;
}

/** What the context-builder and the summarizer read. Every read names its tenant. */
export interface ConversationReader {
  head(key: ConversationKey): Promise<StoredHead | null>;
  /**
   * Decides something on one snapshot of the state. `decision` is pure: it runs again, from the same state, whenever a
   * key that it asked for had to be loaded. Null where the conversation does not exist.
   */
  decide<T>(key: ConversationKey, decision: (ws: WorkingSet) => T): Promise<T | null>;
  /**
   * The snapshot for a context of at most `maxLive` live messages (whole groups, so a few more may come). Null where
   * the conversation does not exist.
   */
  contextSnapshot(key: ConversationKey, maxLive: number): Promise<ContextSnapshot | null>;
  /** Raw events with positions in (after, through], oldest first. */
  events(key: ConversationKey, after: number, through: number, limit: number): Promise<StoredEvent[]>;
  /** The newest position whose event's time of receipt is not after `time`; null before the first. */
  positionAt(key: ConversationKey, time: Date): Promise<number | null>;
  event(key: ConversationKey, eventId: string): Promise<StoredEvent | null>;
  /** Those of these events that are in the journal, whatever became of them; in no particular order. */
  journaled(events: readonly EventName[]): Promise<EventName[]>;
  refusals(key: ConversationKey, positions: readonly number[]): Promise<Refusal[]>;
  /** Messages (MessageAppended that were applied), by position, oldest first. */
  messages(key: ConversationKey, after: number, limit: number): Promise<StoredEvent[]>;
  /** Unpinned messages with ordinals in [fromOrdinal, toOrdinal). */
  items(key: ConversationKey, fromOrdinal: number, toOrdinal: number): Promise<Item[]>;
  /** Messages with any of the tool results of these numbers, both ends included. */
  itemsOfResults(key: ConversationKey, fromResult: number, throughResult: number): Promise<Item[]>;
  checkpoints(key: ConversationKey): Promise<ConversationCheckpoint[]>;
  checkpoint(key: ConversationKey, id: string): Promise<ConversationCheckpoint | null>;
  /** Tokens of the live messages as stored, and the number of conflicts on record. */
  figures(key: ConversationKey): Promise<{ liveTokens: number; conflicts: number; work: OpenWork[] }>;
  /**
   * What became of an event that was appended. With `at`, the log position of the caller's own append, it is a
   * `conflict` where that very record was one; without, only where no event with this id is in the journal.
   */
  fate(key: ConversationKey, eventId: string, at?: LogPosition): Promise<EventFate>;
  /** Of the records in one append, those that did not take effect: refused, ignored, parked or in conflict. */
  troubles(key: ConversationKey, span: LogSpan): Promise<{ eventId: string; fate: EventFate }[]>;
  /** Where the log keeps these conversations, by `conversationKey`; those that do not exist yet are absent. */
  partitionsOf(keys: readonly ConversationKey[], topic: string): Promise<Map<string, number>>;
  /** True once the group has passed this record. */
  hasPassed(group: string, position: LogPosition): Promise<boolean>;
  /** The model that the newest context was asked for; null where none was. */
  modelOfNewestCall(key: ConversationKey): Promise<string | null>;
  /** Ordered by conversation; `after` is the last one of the page before. */
  conversations(tenant: string, after: string | null, limit: number): Promise<ConversationListing[]>;
  /** Conversations that follow the tenant's default policy and had an event, or a context asked of them, since. */
  followersOfDefault(tenant: string, usedSince: Date): Promise<ConversationKey[]>;
  /** EventDiscarded that took effect, oldest first, with positions up to this one. */
  discards(key: ConversationKey, through: number): Promise<StoredEvent[]>;
  /** Ordered by conversation; `after` is the last one of the page before. */
  parked(tenant: string, after: string | null, limit: number): Promise<ParkedConversation[]>;
  /** Null where the conversation is not parked. */
  parkedAt(key: ConversationKey): Promise<ParkedConversation | null>;
}
