import type {
  ConversationCheckpoint,
  Description,
  Group,
  Head,
  Item,
  WorkingSet,
} from '@verbatim/conversation';
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

/** What is told of a conversation beside its state. */
export interface ConversationAbout {
  readonly description: Description;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ConversationListing extends ConversationKey, ConversationAbout {
  readonly head: Head;
  readonly journalPosition: number;
  /** What `after` takes to go on behind it, in the order of this list. */
  readonly cursor: string;
}

/** Which conversations a list has; all that is given must hold. */
export interface ConversationFilter {
  readonly user?: string | undefined;
  /** A part of the title, in any case. */
  readonly title?: string | undefined;
  /** Values by key, as text: a number or a boolean holds where it is written so. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

export interface ConversationPage extends ConversationFilter {
  /** By id in the database's own order, or by the time when the conversation came, which never changes, and its id. */
  readonly order: 'id' | 'newest' | 'oldest';
  /** The cursor of the last one of the page before. */
  readonly after: string | null;
  readonly limit: number;
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
  /** Ids of messages, or of checkpoints, that begin with this text, in the order of their bytes. */
  eventIds(
    key: ConversationKey,
    kind: 'message' | 'checkpoint',
    beginning: string,
    limit: number,
  ): Promise<string[]>;
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
  /** The offset that the group reads next, by partition; those that it never claimed are absent. */
  nextOffsets(
    group: string,
    topic: string,
    partitions: readonly number[],
  ): Promise<ReadonlyMap<number, number>>;
  /** The model that the newest context was asked for; null where none was. */
  modelOfNewestCall(key: ConversationKey): Promise<string | null>;
  /** @throws VerbatimError `request-invalid` where `after` is no cursor of a list in this order */
  conversations(tenant: string, page: ConversationPage): Promise<ConversationListing[]>;
  /** Null where the conversation does not exist. */
  about(key: ConversationKey): Promise<ConversationAbout | null>;
  /** At most 150 other conversations of the tenant whose names stand near this one in order: one may be meant. */
  near(key: ConversationKey): Promise<string[]>;
  /** Conversations that follow the tenant's default policy and had an event, or a context asked of them, since. */
  followersOfDefault(tenant: string, usedSince: Date): Promise<ConversationKey[]>;
  /** How many conversations of the tenant are under a policy of this name. */
  conversationsUnder(tenant: string, policy: string): Promise<number>;
  /** EventDiscarded that took effect, oldest first, with positions up to this one. */
  discards(key: ConversationKey, through: number): Promise<StoredEvent[]>;
  /** Ordered by conversation; `after` is the last one of the page before. */
  parked(tenant: string, after: string | null, limit: number): Promise<ParkedConversation[]>;
  /** Null where the conversation is not parked. */
  parkedAt(key: ConversationKey): Promise<ParkedConversation | null>;
}
