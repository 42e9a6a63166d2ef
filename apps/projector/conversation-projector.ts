import { createHash } from 'node:crypto';
import { openingHead, type Limits } from '@verbatim/conversation';
import {
  conversationKey,
  genesisLink,
  type Claim,
  type ConversationKey,
  type DefaultPolicy,
  type ProjectionBatch,
  type ProjectionStore,
  type SignatureRefusal,
  type StoredHead,
} from '@verbatim/conversation-store';
import {
  PartitionHalted,
  PartitionLost,
  type Batch,
  type EventLog,
  type LogRecord,
  type PartitionConsumer,
  type PartitionRange,
} from '@verbatim/event-log';
import type { TokenCounter } from '@verbatim/tokens';
import type { SignatureRule } from './check-signature';
import { ConversationFold, type JournalReading } from './conversation-fold';
import { journaledDiscards } from './discards';
import { BUILT_IN_DEFAULT } from './opening-policy';
import { conversationOf, countTokens, readRecords, tokensOf, type ReadLogRecord } from './read-events';
import { signatureRefusals } from './signature-refusals';
import { sortOut } from './sort-out';

/** Events read at once of a conversation that goes on. */
const RESUMED_AT_ONCE = 500;

/** Figures of one batch, for metrics. The sum of the counts is what was fetched. */
export interface BatchFigures {
  readonly journaled: number;
  readonly duplicates: number;
  readonly conflicts: number;
  readonly unreadable: number;
  /** Codes of the events that were journaled and ignored, one an event. */
  readonly ignored: readonly string[];
}

export interface ProjectorOptions {
  readonly store: ProjectionStore;
  readonly log: EventLog;
  readonly counter: TokenCounter;
  readonly limits: Limits;
  readonly signatures: SignatureRule;
  /** The consumer group that it is a member of. */
  readonly group: string;
  readonly owner: string;
  /** Told of a conversation that stays parked because folding on failed. */
  readonly onParked?: (key: ConversationKey, error: unknown) => void;
  readonly onBatch?: (batch: Batch, figures: BatchFigures) => void;
  /** Told of events that were ignored for their signature, once they are journaled. */
  readonly onUnsigned?: (refusals: readonly SignatureRefusal[]) => void;
  /** Told of a conversation that came through another partition than before; `partition` is the new one. */
  readonly onMixed?: (key: ConversationKey, partition: number) => void;
}

/** Keeps every record of the log in the journal and folds it, one transaction a batch (DESIGN, effectively once). */
export class ConversationProjector implements PartitionConsumer {
  private readonly claims = new Map<number, Claim>();

  constructor(private readonly options: ProjectorOptions) {}

  async claim({ topic, partition, low, high }: PartitionRange): Promise<{ nextOffset: number }> {
    const { store, log, group, owner } = this.options;
    const logIdentity = await log.identity();
    const claimed = await store.claim({
      group,
      topic,
      partition,
      owner,
      logIdentity,
      low,
      high,
    });
    const { last } = claimed;
    if (last && last.offset >= low) {
      const [record] = await log.read({ topic, partition, offset: last.offset }, 1);
      if (record?.offset === last.offset && !digest(record).equals(last.sha256)) {
        throw new PartitionHalted(topic, partition, `record ${last.offset} is not the one that was applied`);
      }
    }
    this.claims.set(partition, claimed.claim);
    for (const key of await store.parked(topic, partition)) await this.tryResume(claimed.claim, key);
    return { nextOffset: claimed.nextOffset };
  }

  async handle(batch: Batch): Promise<void> {
    const { store, counter, limits, signatures, onBatch, onMixed, onUnsigned } = this.options;
    const claim = this.claims.get(batch.partition);
    if (!claim) throw new Error(`partition ${batch.topic}/${batch.partition} was never claimed`);
    const read = readRecords(batch.records, limits, signatures);
    const keys = uniqueKeys(read.map((each) => conversationOf(each.read)));
    const counted = await countTokens(read, await store.encodings(keys), counter);
    const defaults = await store.defaultPolicies([...new Set(keys.map(({ tenant }) => tenant))]);
    const { figures, mixed, unsigned } = await store.inBatch(claim, (tx) =>
      this.project(tx, batch, counted, keys, defaults),
    );
    onBatch?.(batch, figures);
    if (unsigned.length > 0) onUnsigned?.(unsigned);
    for (const key of mixed) onMixed?.(key, batch.partition);
  }

  /** One conversation that cannot go on stays parked; it must not keep its partition from being claimed. */
  private async tryResume(claim: Claim, key: ConversationKey): Promise<void> {
    try {
      await this.resume(claim, key);
    } catch (error) {
      if (error instanceof PartitionLost) throw error;
      this.options.onParked?.(key, error);
    }
  }

  /** Goes on with a parked conversation: this version may know what the one before did not. */
  private async resume(claim: Claim, key: ConversationKey): Promise<void> {
    await this.options.store.inBatch(claim, async (tx) => {
      const [stored] = await tx.lockHeads([key]);
      if (!stored) return;
      const fold = await this.foldJournal(tx, await this.begin(tx, stored), key);
      await tx.save([fold.write(claim.topic, claim.partition)]);
    });
  }

  /** The fold of a conversation as it is stored; of a state that an older version made, from its first event on. */
  private begin(tx: ProjectionBatch, stored: StoredHead): Promise<ConversationFold> | ConversationFold {
    if (!stored.isOutdated) return new ConversationFold(tx, stored);
    const head = openingHead(stored.tenant, stored.conversation);
    return this.foldJournal(tx, new ConversationFold(tx, { ...stored, head, parked: null }), stored);
  }

  private readonly tokensOf: JournalReading['tokensOf'] = async (read, encoding) =>
    (await tokensOf(read, encoding, this.options.counter)) ?? 0;

  private async foldJournal(
    tx: ProjectionBatch,
    fold: ConversationFold,
    { tenant, conversation }: ConversationKey,
  ): Promise<ConversationFold> {
    await fold.resume({
      eventsAfter: (position) => tx.journaled({ tenant, conversation }, position, RESUMED_AT_ONCE),
      tokensOf: this.tokensOf,
      discards: await journaledDiscards(tx, { tenant, conversation }),
    });
    return fold;
  }

  private async project(
    tx: ProjectionBatch,
    batch: Batch,
    records: readonly ReadLogRecord[],
    keys: readonly ConversationKey[],
    defaults: ReadonlyMap<string, DefaultPolicy>,
  ): Promise<{ figures: BatchFigures; mixed: ConversationKey[]; unsigned: SignatureRefusal[] }> {
    const stored = await tx.lockHeads(keys);
    const { fresh, letters, duplicates } = sortOut(records, await tx.knownEvents(eventIds(records)));
    const folds = await this.foldAll(tx, fresh, stored, defaults);
    const rows = folds.flatMap((fold) => fold.rows);
    await tx.appendJournal(rows);
    for (const fold of folds) if (fold.isReleased) await this.foldJournal(tx, fold, fold.key);
    const mixed = await tx.save(folds.map((fold) => fold.write(batch.topic, batch.partition)));
    await tx.keepDeadLetters(letters);
    const unsigned = signatureRefusals(fresh);
    await tx.keepSignatureRefusals(unsigned);
    const last = batch.records.at(-1);
    await tx.advance({
      nextOffset: batch.nextOffset,
      last: last ? { offset: last.offset, sha256: digest(last) } : null,
      applied: fresh.length,
      duplicates,
    });
    const conflicts = letters.filter((letter) => letter.kind === 'conflict').length;
    const unreadable = letters.length - conflicts;
    const ignored = rows.flatMap((row) => (row.ignored === null ? [] : [row.ignored.code]));
    return {
      figures: { journaled: fresh.length, duplicates, conflicts, unreadable, ignored },
      mixed,
      unsigned,
    };
  }

  private async foldAll(
    tx: ProjectionBatch,
    records: readonly ReadLogRecord[],
    stored: readonly StoredHead[],
    defaults: ReadonlyMap<string, DefaultPolicy>,
  ): Promise<ConversationFold[]> {
    const heads = new Map(stored.map((head) => [conversationKey(head), head]));
    const folds = new Map<string, ConversationFold>();
    for (const record of records) {
      const key = conversationOf(record.read);
      if (!key) continue;
      const name = conversationKey(key);
      const fold = folds.get(name) ?? (await this.begin(tx, heads.get(name) ?? opening(key)));
      folds.set(name, fold);
      await fold.append(record, defaults.get(key.tenant) ?? BUILT_IN_DEFAULT, this.tokensOf);
    }
    return [...folds.values()];
  }
}

function opening(key: ConversationKey): StoredHead {
  const head = openingHead(key.tenant, key.conversation);
  return { ...key, journalPosition: 0, journalLink: genesisLink(key), head, isOutdated: false, parked: null };
}

function eventIds(records: readonly ReadLogRecord[]): (ConversationKey & { eventId: string })[] {
  return records.flatMap(({ read, otherId }) => {
    if (read.kind === 'unreadable') return [];
    const { tenant, conversation, id } = read.envelope;
    const ids = otherId === null ? [id] : [id, otherId];
    return ids.map((eventId) => ({ tenant, conversation, eventId }));
  });
}

function uniqueKeys(keys: readonly (ConversationKey | null)[]): ConversationKey[] {
  const named = keys.flatMap((key) => (key ? [[conversationKey(key), key] as const] : []));
  return [...new Map(named).values()];
}

function digest({ value, key }: LogRecord): Buffer {
  return createHash('sha256')
    .update(key ?? '')
    .update('\0')
    .update(value ?? '')
    .digest();
}
