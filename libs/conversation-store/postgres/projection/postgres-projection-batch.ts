import type { Head } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey, JournalRow, StoredEvent } from '../../journal-row';
import {
  type Claim,
  conversationKey,
  type ConversationWrite,
  type DeadLetter,
  type EventPlace,
  type KnownEvent,
  type LoadedWorkingSet,
  type ProjectionBatch,
  type SignatureRefusal,
  type StoredHead,
} from '../../projection/projection-store';
import { discardsThrough, eventsBetween } from '../reading/events';
import { advancePosition } from './advance-position';
import { appendJournal } from './append-journal';
import { forgetState } from './forget-state';
import { keepDeadLetters } from './keep-dead-letters';
import { keepSignatureRefusals } from './keep-signature-refusals';
import { knownEvents } from './known-events';
import { lockHeads } from './lock-heads';
import { placeOf } from './place-of';
import { PostgresWorkingSet } from './postgres-working-set';
import { writeCalls } from './write-calls';
import { writeCheckpoints } from './write-checkpoints';
import { writeDescriptions } from './write-descriptions';
import { writeDueWork } from './write-due-work';
import { writeGroups } from './write-groups';
import { openHeads, updateHeads } from './write-heads';
import { writeItems } from './write-items';
import { writeRefusals } from './write-refusals';

/** A batch inside its transaction, which holds the position already. A conversation is written once. */
export class PostgresProjectionBatch implements ProjectionBatch {
  private readonly locked = new Set<string>();

  constructor(
    private readonly tx: Queryable,
    private readonly claim: Claim,
  ) {}

  async lockHeads(keys: readonly ConversationKey[]): Promise<StoredHead[]> {
    const heads = await lockHeads(this.tx, keys);
    for (const head of heads) this.locked.add(conversationKey(head));
    return heads;
  }

  knownEvents(ids: readonly (ConversationKey & { readonly eventId: string })[]): Promise<KnownEvent[]> {
    return knownEvents(this.tx, ids);
  }

  workingSet(head: Head): LoadedWorkingSet {
    return new PostgresWorkingSet(this.tx, head);
  }

  journaled(key: ConversationKey, after: number, limit: number): Promise<StoredEvent[]> {
    return eventsBetween(this.tx, key, { after, through: Number.MAX_SAFE_INTEGER, limit });
  }

  discards(key: ConversationKey): Promise<StoredEvent[]> {
    return discardsThrough(this.tx, key, Number.MAX_SAFE_INTEGER);
  }

  placeOf(key: ConversationKey, eventId: string): Promise<EventPlace | null> {
    return placeOf(this.tx, key, eventId);
  }

  forgetState(key: ConversationKey): Promise<void> {
    return forgetState(this.tx, key);
  }

  appendJournal(rows: readonly JournalRow[]): Promise<void> {
    return appendJournal(this.tx, rows);
  }

  async save(writes: readonly ConversationWrite[]): Promise<ConversationKey[]> {
    const isLocked = ({ stored }: ConversationWrite): boolean => this.locked.has(conversationKey(stored));
    await openHeads(
      this.tx,
      writes.filter((write) => !isLocked(write)),
    );
    const mixed = await updateHeads(this.tx, writes.filter(isLocked));
    await writeItems(this.tx, writes);
    await writeGroups(this.tx, writes);
    await writeCalls(this.tx, writes);
    await writeCheckpoints(this.tx, writes);
    await writeDescriptions(this.tx, writes);
    await writeRefusals(this.tx, writes);
    await writeDueWork(this.tx, writes);
    return mixed;
  }

  keepDeadLetters(letters: readonly DeadLetter[]): Promise<void> {
    return keepDeadLetters(this.tx, letters);
  }

  keepSignatureRefusals(refusals: readonly SignatureRefusal[]): Promise<void> {
    return keepSignatureRefusals(this.tx, refusals);
  }

  advance(position: Parameters<ProjectionBatch['advance']>[0]): Promise<void> {
    return advancePosition(this.tx, this.claim, position);
  }
}
