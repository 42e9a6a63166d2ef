import {
  dueWork,
  evolve,
  noLimits,
  NotLoaded,
  openingHead,
  passOver,
  type Changes,
  type Evolution,
  type Mechanism,
  type Policy,
  type RecordedEvent,
} from '@verbatim/conversation';
import {
  encodeHeaders,
  recordOf,
  type ConversationKey,
  type ConversationWrite,
  type DefaultPolicy,
  type JournalRow,
  type LoadedWorkingSet,
  type ProjectionBatch,
  type Refusal,
  type StoredEvent,
  type StoredHead,
} from '@verbatim/conversation-store';
import type { LogRecord } from '@verbatim/event-log';
import { readRecord, type Discard, type ReadEvent, type ReadRecord } from '@verbatim/formats';
import { journaledDiscards, whyNotDiscarded } from './discards';
import { JournalTail, type Journaled } from './journal-tail';
import { defaultPolicyEvent } from './opening-policy';
import type { ReadLogRecord } from './read-events';
import { mechanismOf } from './settled-mechanism';

/** Why a conversation is parked at an event. */
const VERSION_UNKNOWN = 'event-version-unknown';
const NEWER_FOLD = 'fold-version-newer';

/** What a conversation that goes on reads its journal with. */
export interface JournalReading {
  /** A page of events after a position. */
  readonly eventsAfter: (position: number) => Promise<readonly StoredEvent[]>;
  readonly tokensOf: (read: ReadRecord, encoding: Policy['encoding']) => Promise<number>;
  /** What operators gave up, by event. */
  readonly discards: ReadonlyMap<string, Discard>;
}

/** What one batch does to one conversation: its new journal rows, and the fold of them. */
export class ConversationFold {
  private refusals: Refusal[] = [];
  private readonly settled = new Set<Mechanism>();
  private readonly failedAttempts = new Set<Mechanism>();
  private changes: Changes[] = [];
  private ws: LoadedWorkingSet;
  private readonly journal: JournalTail;
  private parked: StoredHead['parked'];
  /** An event was given up: where the fold goes on once the batch is journaled. Nothing more is folded until then. */
  private released: 'where it stands' | 'from the first event' | null = null;

  constructor(
    private readonly batch: ProjectionBatch,
    private readonly stored: StoredHead,
  ) {
    this.ws = batch.workingSet(stored.head);
    this.journal = new JournalTail(stored);
    this.parked = stored.parked ?? leftToNewer(stored);
  }

  /** Journals a record that is neither a duplicate nor a conflict, and folds it unless the conversation is parked. */
  async append(
    { record, read, counted: guessed }: ReadLogRecord,
    defaultPolicy: DefaultPolicy,
    tokensOf: JournalReading['tokensOf'],
  ): Promise<void> {
    if (read.kind === 'unreadable') throw new Error('an unreadable record names no conversation');
    await this.followDefault(defaultPolicy, record);
    const { encoding } = this.ws.head.policy.document;
    // The policy may have changed since the batch began: what is counted must not depend on where batches end.
    const isExact = guessed === null || guessed.encoding === encoding;
    // Which one holds at an event that waits is known when it is folded: it is counted then.
    const waits = this.parked !== null || this.released !== null;
    const counted = waits ? null : isExact ? guessed : { tokens: await tokensOf(read, encoding), encoding };
    const discard = read.kind === 'event' && read.event.type === 'EventDiscarded' ? read : null;
    const judged = discard ? await this.judged(discard) : read;
    this.journal.append(judged, counted, {
      payload: record.value,
      recordKey: record.key,
      headers: read.envelope.mode === 'binary' ? encodeHeaders(record.headers) : null,
      log: { topic: record.topic, partition: record.partition, offset: record.offset },
    });
    await this.fold(judged, { position: this.journal.position, tokens: counted?.tokens ?? 0 });
  }

  /** What the batch adds to the journal. */
  get rows(): readonly JournalRow[] {
    return this.journal.rows;
  }

  get key(): ConversationKey {
    return this.stored;
  }

  /** Whether an event of the batch was given up: once the batch is journaled, `resume` is due. */
  get isReleased(): boolean {
    return this.released !== null;
  }

  /** Goes on folding what the journal holds beyond the state, up to the next event that cannot be folded yet. */
  async resume({ eventsAfter, tokensOf, discards }: JournalReading): Promise<void> {
    if (this.stored.newerFold !== undefined) return;
    if (this.released === 'from the first event') await this.startOver();
    this.released = null;
    this.parked = null;
    while (!this.parked && this.ws.head.position < this.journal.position) {
      for (const stored of await eventsAfter(this.ws.head.position)) {
        const { position, ignored } = stored;
        const read = readRecord(recordOf(stored), noLimits);
        if (read.kind === 'unreadable')
          throw new Error(`event ${stored.eventId} in the journal is unreadable`);
        const { encoding } = this.ws.head.policy.document;
        const discard = discards.get(stored.eventId);
        if (this.parked) break;
        if (ignored) this.keep(passOver(this.ws, position));
        else if (discard) this.passOverDiscarded(position, discard);
        else await this.fold(read, { position, tokens: stored.tokens ?? (await tokensOf(read, encoding)) });
      }
    }
  }

  write(topic: string, partition: number): ConversationWrite {
    const { head } = this.ws;
    return {
      stored: {
        ...this.stored,
        head,
        journalPosition: this.journal.position,
        journalLink: this.journal.link,
        parked: this.parked,
      },
      topic,
      partition,
      items: this.changes.flatMap((change) => change.items),
      groups: this.changes.flatMap((change) => change.groups),
      calls: this.changes.flatMap((change) => change.calls),
      checkpoints: this.changes.flatMap((change) => change.checkpoints),
      description: this.changes.findLast((change) => change.description)?.description ?? null,
      refusals: this.refusals,
      due: this.parked ? [] : dueWork(head),
      failedAttempts: [...this.failedAttempts],
      settled: [...this.settled],
    };
  }

  /** A conversation opens with its tenant's default policy, and follows that as long as none was assigned to it. */
  private async followDefault(policy: DefaultPolicy, { timestamp }: LogRecord): Promise<void> {
    const { origin, version } = this.ws.head.policy;
    if (this.parked || this.released || origin !== 'default' || version === policy.version) return;
    const { tenant, conversation } = this.stored;
    const position = this.journal.position + 1;
    const payload = defaultPolicyEvent({ tenant, conversation, position, policy, timestamp });
    const read = readRecord({ value: payload, headers: {}, key: null, origin: '' }, noLimits);
    if (read.kind !== 'event') throw new Error(`the projector wrote an event it cannot read: ${read.kind}`);
    this.journal.append(read, null, { payload, recordKey: null, headers: null, log: null });
    await this.fold(read, { position, tokens: 0 });
  }

  /** The record as it is journaled: ignored where it gives up what cannot be given up. */
  private async judged(read: ReadEvent): Promise<Journaled> {
    const { event } = read;
    if (event.type !== 'EventDiscarded') return read;
    const row = this.rows.find(({ eventId }) => eventId === event.data.event);
    const target = row ?? (await this.batch.placeOf(this.stored, event.data.event));
    const problem = whyNotDiscarded(event.data.event, target);
    if (problem !== null || target === null) {
      const { bodyHash, envelope } = read;
      return { kind: 'ignored', bodyHash, envelope, code: 'event-refused', detail: problem ?? '' };
    }
    if (!(await journaledDiscards(this.batch, this.stored)).has(event.data.event))
      this.release(target.position);
    return read;
  }

  /** A version that knew the event has folded it: then all of the conversation is folded again, without it. */
  private release(position: number): void {
    if (this.parked && this.parked.code !== VERSION_UNKNOWN) return;
    if (position <= this.ws.head.position) this.released = 'from the first event';
    else this.released ??= 'where it stands';
  }

  /** What was made of the conversation with the event in it is dropped. */
  private async startOver(): Promise<void> {
    const { tenant, conversation } = this.stored;
    await this.batch.forgetState({ tenant, conversation });
    this.ws = this.batch.workingSet(openingHead(tenant, conversation));
    this.changes = [];
    this.refusals = [];
    this.settled.clear();
    this.failedAttempts.clear();
  }

  private passOverDiscarded(position: number, { by, reason }: Discard): void {
    this.refusals.push({ position, code: 'event-discarded', detail: `given up by ${by}: ${reason}` });
    this.keep(passOver(this.ws, position));
  }

  private async fold(
    read: Journaled,
    { position, tokens }: { readonly position: number; readonly tokens: number },
  ): Promise<void> {
    if (this.parked || this.released) return;
    switch (read.kind) {
      case 'ignored':
        this.keep(passOver(this.ws, position));
        return;
      case 'newer':
        this.parked = {
          code: VERSION_UNKNOWN,
          detail: `${read.type} ${read.envelope.id} has dataversion ${read.dataversion}, newer than this service knows`,
        };
        return;
      case 'event':
        this.settle(await this.evolve({ ...read.event, position }, tokens), { ...read.event, position });
    }
  }

  /** Folds an event; keys that the working set lacks are loaded and the event is folded again from the same state. */
  private async evolve(event: RecordedEvent, tokens: number): Promise<Evolution> {
    for (;;) {
      try {
        return evolve(this.ws, event, { tokens });
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        await this.ws.load([error.key]);
      }
    }
  }

  private settle({ outcome, changes }: Evolution, event: RecordedEvent): void {
    this.keep(changes);
    const mechanism = mechanismOf(event);
    if (outcome.status === 'refused') {
      this.refusals.push({ position: event.position, code: outcome.code, detail: outcome.detail });
      if (mechanism) this.failedAttempts.add(mechanism);
    } else if (mechanism) {
      this.settled.add(mechanism);
    }
  }

  private keep(changes: Changes): void {
    this.changes.push(changes);
    this.ws.apply(changes);
  }
}

/** What this version would make of a state with parts that it does not know would be another one. */
function leftToNewer({ newerFold }: StoredHead): StoredHead['parked'] {
  if (newerFold === undefined) return null;
  const detail = `its state was folded by version ${newerFold} of the rules, newer than this service's`;
  return { code: NEWER_FOLD, detail };
}
