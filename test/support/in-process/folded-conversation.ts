import {
  evolve,
  MemoryWorkingSet,
  noLimits,
  openingHead,
  passOver,
  planSummary,
  type Item,
  type RecordedEvent,
} from '@verbatim/conversation';
import {
  compact,
  policy,
  record,
  recordCut,
  recordOmissions,
  summarize,
  type EventSpec,
} from '@verbatim/conversation/testing';
import { messageTokens, readRecord, writeEvent } from '@verbatim/formats';
import type { TokenCounter } from '@verbatim/tokens';
import { sourceOf } from '../../../apps/context-builder/serving/folded-source';
import type { RawMessage, RawPending, RawSource } from '../../../apps/context-builder/serving/raw-source';
import { tokensOfMessage, type MessageTokens } from '../../../apps/context-builder/serving/read-message';

const TIME = '2026-01-01T00:00:00Z';

/**
 * A conversation that is read, folded and summarised as the services do it, in memory: without a log, a database or an
 * LLM. Its summaries are texts that the caller writes.
 */
export class FoldedConversation {
  readonly ws: MemoryWorkingSet;
  /** Its events as structured CloudEvents, from position 1 on. */
  readonly journal: string[] = [];
  private readonly events: { readonly id: string; readonly type: string }[] = [];
  private readonly messages = new Map<number, Omit<RawMessage, 'item' | 'tokens'>>();

  constructor(
    readonly id: string,
    private readonly counter: TokenCounter,
    private readonly summaryText: (number: number) => string = (number) => `What was said, part ${number}.`,
  ) {
    this.ws = new MemoryWorkingSet(openingHead('default', id));
  }

  get position(): number {
    return this.ws.head.position;
  }

  /** Ids of all its messages' and checkpoints' events. */
  eventIds(): Set<string> {
    return new Set([
      ...this.ws.items().map(({ eventId }) => eventId),
      ...this.ws.checkpoints().map(({ id }) => id),
    ]);
  }

  assign(document: unknown): void {
    this.fold(policy(document));
  }

  /** Appends one message; the sentence why it is not one, else null. */
  async append(dataText: string, eventId = `m${this.position + 1}`): Promise<string | null> {
    const position = this.position + 1;
    const text = this.write(eventId, 'MessageAppended', dataText);
    const read = readRecord({ value: Buffer.from(text), headers: {}, key: null, origin: '' }, noLimits);
    if (read.kind !== 'event' || read.event.type !== 'MessageAppended') {
      this.ws.apply(passOver(this.ws, position));
      return 'detail' in read ? read.detail : read.kind;
    }
    const { encoding } = this.ws.head.policy.document;
    const tokens = await messageTokens(read.event.data, (each) => this.counter.count(each, encoding));
    this.messages.set(position, { message: read.event.data, dataText: read.envelope.dataText });
    this.apply({ ...read.event, position }, tokens);
    return null;
  }

  fold(spec: EventSpec): void {
    const event = { ...record(spec, this.ws, this.position + 1), time: TIME };
    this.write(event.id, event.type, JSON.stringify(event.data));
    this.apply(event, 0);
  }

  /** Everything that the summarizer owes it now. */
  settle(): void {
    for (const id of this.ws.head.unrecordedCuts) this.fold(recordCut(id));
    if (this.ws.head.omittedThrough > this.ws.head.omissionsRecorded) this.fold(recordOmissions());
    while (this.ws.head.compaction.owed.length > 0) this.fold(compact());
    while (planSummary(this.ws)) {
      const { checkpoints } = this.ws.head;
      this.fold(summarize(this.summaryText(checkpoints + 1)));
      if (this.ws.head.checkpoints === checkpoints) throw new Error('the fold refused its own plan');
    }
  }

  /** What a context is made of now, counted as its model counts. */
  async source(tokens: MessageTokens, pending: readonly RawPending[] = []): Promise<RawSource> {
    const read = async (item: Item): Promise<RawMessage> => {
      const said = this.messageAt(item.position);
      return { item, ...said, tokens: await tokensOfMessage(said.message, said.dataText, tokens) };
    };
    return sourceOf(this.ws, read, pending);
  }

  /** The event at a position. */
  eventAt(position: number): { readonly id: string; readonly type: string } {
    const event = this.events[position - 1];
    if (!event) throw new Error(`no event at position ${position}`);
    return event;
  }

  /** As it was read at a position. */
  messageAt(position: number): Omit<RawMessage, 'item' | 'tokens'> {
    const message = this.messages.get(position);
    if (!message) throw new Error(`no message at position ${position}`);
    return message;
  }

  private write(id: string, type: string, dataText: string): string {
    const attributes = { id, source: 'rig', type, subject: this.id, tenant: 'default', time: TIME };
    const text = writeEvent({ ...attributes, dataversion: 1, dataText });
    this.journal.push(text);
    this.events.push({ id, type });
    return text;
  }

  private apply(event: RecordedEvent, tokens: number): void {
    this.ws.apply(evolve(this.ws, event, { tokens }).changes);
  }
}
