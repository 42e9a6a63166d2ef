import type { Changes, Description, Head, Key, Mechanism, WorkingSet } from '@verbatim/conversation';
import type { ConversationKey, JournalRow, StoredEvent } from '../journal-row';

/** A consumer's claim on a partition. A batch whose epoch is no longer the stored one is thrown out. */
export interface Claim {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly owner: string;
  readonly epoch: number;
}

export interface ClaimRequest extends Omit<Claim, 'epoch'> {
  readonly logIdentity: string;
  /** What the log keeps now; a stored position outside [low, high] halts the partition. */
  readonly low: number;
  readonly high: number;
}

export interface ClaimedPosition {
  readonly claim: Claim;
  readonly nextOffset: number;
  /** The last record applied, to be compared with the log's where that still has it. */
  readonly last: { readonly offset: number; readonly sha256: Buffer } | null;
}

/** A conversation as it is stored: what the journal holds, and the state, which is behind it while parked. */
export interface StoredHead extends ConversationKey {
  readonly journalPosition: number;
  readonly journalLink: Buffer;
  readonly head: Head;
  /** An older version of the fold made the state: what this one added to it is only filled, not folded. */
  readonly isOutdated: boolean;
  /** The version of the fold that made the state, where it is newer than this one: only that one may fold on from it. */
  readonly newerFold?: number;
  readonly parked: { readonly code: string; readonly detail: string } | null;
}

/** An event id that the journal has, with what tells a duplicate from a conflict. */
export interface KnownEvent extends ConversationKey {
  readonly eventId: string;
  readonly type: string;
  readonly bodyHash: Buffer;
}

export interface EventPlace {
  readonly position: number;
  readonly dataversion: number;
}

/** What the fold keeps beside an event: a refusal, or with `event-discarded` that it was passed over. */
export interface Refusal {
  readonly position: number;
  readonly code: string;
  readonly detail: string;
}

/** All that one batch changed in one conversation. */
export interface ConversationWrite {
  readonly stored: StoredHead;
  readonly topic: string;
  readonly partition: number;
  readonly items: Changes['items'];
  readonly groups: Changes['groups'];
  readonly calls: Changes['calls'];
  readonly checkpoints: Changes['checkpoints'];
  /** Null where the batch left it as it was. */
  readonly description: Description | null;
  readonly refusals: readonly Refusal[];
  /** What is due now: other open work of the conversation is closed. */
  readonly due: readonly Mechanism[];
  /** Mechanisms whose last event came to nothing: the attempt of their open work is raised. */
  readonly failedAttempts: readonly Mechanism[];
  /** Mechanisms whose event took effect: their work is closed, and opened anew where it is still due. */
  readonly settled: readonly Mechanism[];
}

export interface DeadLetter {
  readonly kind: 'unreadable' | 'conflict';
  readonly tenant: string | null;
  readonly conversation: string | null;
  readonly eventId: string | null;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly code: string;
  readonly detail: string;
  readonly recordKey: Buffer | null;
  readonly headers: Buffer | null;
  readonly raw: Buffer | null;
}

/** An event of our own types that was journaled as ignored, under its place in the log, for its signature. */
export interface SignatureRefusal extends ConversationKey {
  readonly eventId: string;
  readonly type: string;
  readonly code: string;
  readonly detail: string;
  /** Whose work the event was meant to settle. */
  readonly mechanisms: readonly Mechanism[];
}

/** A tenant's default policy in its resolved form. */
export interface DefaultPolicy {
  readonly name: string;
  readonly version: string;
  readonly document: Record<string, unknown>;
}

/** A working set that knows what it holds: any other key throws `NotLoaded` until `load` has brought it. */
export interface LoadedWorkingSet extends WorkingSet {
  load(keys: readonly Key[]): Promise<void>;
  apply(changes: Changes): void;
}

/** One batch: one transaction, whose first statement locked the position row and compared the epoch. */
export interface ProjectionBatch {
  /** Locks the heads in sorted order; conversations that do not exist yet are absent. */
  lockHeads(keys: readonly ConversationKey[]): Promise<StoredHead[]>;
  knownEvents(ids: readonly (ConversationKey & { readonly eventId: string })[]): Promise<KnownEvent[]>;
  workingSet(head: Head): LoadedWorkingSet;
  /** Journaled events after a position, oldest first. */
  journaled(key: ConversationKey, after: number, limit: number): Promise<StoredEvent[]>;
  /** EventDiscarded that took effect, oldest first. */
  discards(key: ConversationKey): Promise<StoredEvent[]>;
  /** Where an event is journaled; null where it is not. */
  placeOf(key: ConversationKey, eventId: string): Promise<EventPlace | null>;
  /** Drops what was made of the journal of a conversation, whose head is locked or not open yet: it is folded anew. */
  forgetState(key: ConversationKey): Promise<void>;
  appendJournal(rows: readonly JournalRow[]): Promise<void>;
  /** Answers the conversations that came through another partition of the topic than before. */
  save(writes: readonly ConversationWrite[]): Promise<ConversationKey[]>;
  keepDeadLetters(letters: readonly DeadLetter[]): Promise<void>;
  /**
   * Records them, and shows work of those mechanisms that is leased right now as failed: whoever has it seems to publish
   * what nobody takes. The lease stays, and with it the work of one whose signature is taken; the next one waits.
   */
  keepSignatureRefusals(refusals: readonly SignatureRefusal[]): Promise<void>;
  advance(position: {
    readonly nextOffset: number;
    readonly last: { readonly offset: number; readonly sha256: Buffer } | null;
    readonly applied: number;
    readonly duplicates: number;
  }): Promise<void>;
}

/** What the projector writes through. */
export interface ProjectionStore {
  /**
   * Takes the partition over: raises the epoch, so that an earlier owner's batches fail. A first claim begins at `low`.
   * Throws PartitionHalted where the stored position is outside of what the log keeps, or belongs to another log.
   */
  claim(request: ClaimRequest): Promise<ClaimedPosition>;
  /** Throws PartitionLost where the claim's epoch is not the newest. Deadlocks and serialisation failures retry. */
  inBatch<T>(claim: Claim, work: (batch: ProjectionBatch) => Promise<T>): Promise<T>;
  /** Conversations of a partition whose projection stopped at an event of a newer version. */
  parked(topic: string, partition: number): Promise<ConversationKey[]>;
  /** Encodings of the policies in force, for counting before the transaction; absent conversations are left out. */
  encodings(keys: readonly ConversationKey[]): Promise<Map<string, string>>;
  /** Default policies of tenants that set one. */
  defaultPolicies(tenants: readonly string[]): Promise<Map<string, DefaultPolicy>>;
}

/** A map key for a conversation. */
export function conversationKey({ tenant, conversation }: ConversationKey): string {
  return JSON.stringify([tenant, conversation]);
}
