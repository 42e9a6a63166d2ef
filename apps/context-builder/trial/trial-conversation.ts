import { eventDefinitions, evolve, noLimits, type WorkingSet } from '@verbatim/conversation';
import type {
  ConversationKey,
  ConversationReader,
  StoredEvent,
  StoredHead,
} from '@verbatim/conversation-store';
import { readRecord, writeEvent } from '@verbatim/formats';
import type { OwedEvent, WorkReader } from '@verbatim/owed-work';
import type { Fold } from '../serving/folded-source';

/** An event that a trial supposes: what an operator or the summarizer would publish. */
export type SupposedEvent = OwedEvent | { type: 'PolicyAssigned'; id: string; data: unknown };

/**
 * A conversation in memory that goes on with supposed events behind its real ones. Work that is owed reads it as it
 * reads a stored one; nothing is written anywhere.
 */
export class TrialConversation implements WorkReader {
  private readonly supposed = new Set<string>();

  constructor(
    private readonly key: ConversationKey,
    private readonly fold: Fold,
    private readonly reader: ConversationReader,
    /** Position of the newest real event. */
    private readonly real: number,
  ) {}

  /** Folds one event as the projector would: written, read again, applied. */
  suppose({ type, id, data }: SupposedEvent): void {
    const { ws } = this.fold;
    const text = writeEvent({
      id,
      source: 'verbatim/trial',
      type,
      subject: this.key.conversation,
      tenant: this.key.tenant,
      time: new Date().toISOString(),
      dataversion: eventDefinitions[type].version,
      dataText: JSON.stringify(data),
    });
    const read = readRecord({ value: Buffer.from(text), headers: {}, key: null, origin: '' }, noLimits);
    if (read.kind !== 'event') throw new Error(`the supposed ${type} ${id} cannot be read: ${read.kind}`);
    this.supposed.add(id);
    ws.apply(evolve(ws, { ...read.event, position: ws.head.position + 1 }, { tokens: 0 }).changes);
  }

  head(): Promise<StoredHead> {
    const { head } = this.fold.ws;
    const { tenant, conversation } = this.key;
    const journal = { journalPosition: head.position, journalLink: Buffer.alloc(0) };
    return Promise.resolve({ tenant, conversation, head, ...journal, isOutdated: false, parked: null });
  }

  decide<T>(_key: ConversationKey, decision: (ws: WorkingSet) => T): Promise<T> {
    return Promise.resolve(decision(this.fold.ws));
  }

  items(_key: ConversationKey, from: number, to: number): ReturnType<WorkReader['items']> {
    return Promise.resolve(this.fold.ws.itemsWithin(from, to));
  }

  itemsOfResults(
    _key: ConversationKey,
    from: number,
    through: number,
  ): ReturnType<WorkReader['itemsOfResults']> {
    const { ws } = this.fold;
    const numbers = Array.from({ length: Math.max(0, through - from + 1) }, (_, at) => from + at);
    const items = numbers.flatMap((number) => ws.itemOfResult(number) ?? []);
    return Promise.resolve([...new Set(items)]);
  }

  /** Supposed events hold no messages, and nothing else is read here. */
  events(key: ConversationKey, after: number, through: number, limit: number): Promise<StoredEvent[]> {
    return this.reader.events(key, after, Math.min(through, this.real), limit);
  }

  async fate(key: ConversationKey, eventId: string): ReturnType<WorkReader['fate']> {
    if (!this.supposed.has(eventId)) return this.reader.fate(key, eventId);
    return { kind: 'journaled', position: this.fold.ws.head.position, status: 'applied', error: null };
  }

  modelOfNewestCall(key: ConversationKey): Promise<string | null> {
    return this.reader.modelOfNewestCall(key);
  }
}
