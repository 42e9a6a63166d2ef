import { checkpointDue, planSummary } from '../decide';
import type { RecordedEvent } from '../events';
import { evolve, type Outcome } from '../fold';
import { textOf, type Message } from '../message';
import { resolvePolicy } from '../policy';
import { initialHead, liveCounted, live, MemoryWorkingSet, type Head } from '../state';
import { recordCut, summarize } from './checkpoints';
import { compact } from './compactions';
import { record, type EventSpec } from './events';

/** A deterministic tokeniser: one token for every four characters that were begun. */
export function countTokens(text: string): number {
  return Math.ceil(Array.from(text).length / 4);
}

export function tokensOfMessage(message: Message): number {
  return countTokens(textOf(message));
}

/** A conversation in memory, folded event by event. */
export class Conversation {
  readonly ws: MemoryWorkingSet;
  readonly events: RecordedEvent[] = [];
  readonly outcomes: Outcome[] = [];
  /** Checkpoints that `settle` asked a summarizer for. */
  summaries = 0;

  constructor(readonly id = 'c') {
    this.ws = new MemoryWorkingSet(initialHead('t', id, resolvePolicy({ preset: 'window-only' })));
  }

  get head(): Head {
    return this.ws.head;
  }

  get lastOutcome(): Outcome | undefined {
    return this.outcomes.at(-1);
  }

  append(...specs: readonly EventSpec[]): this {
    for (const spec of specs) this.fold(record(spec, this.ws, this.head.position + 1));
    return this;
  }

  fold(event: RecordedEvent): void {
    const tokens = event.type === 'MessageAppended' ? tokensOfMessage(event.data) : 0;
    const { outcome, changes } = evolve(this.ws, event, { tokens });
    this.ws.apply(changes);
    this.events.push(event);
    this.outcomes.push(outcome);
  }

  /** Appends one after the other and lets the summarizer finish what is due after each. */
  appendSettled(...specs: readonly EventSpec[]): this {
    for (const spec of specs) this.append(spec).settle();
    return this;
  }

  /** What the summarizer does until nothing is due; throws where the fold refuses what it planned itself. */
  settle(): this {
    for (const id of this.head.unrecordedCuts) this.append(recordCut(id));
    while (this.head.compaction.owed.length > 0) {
      this.append(compact());
      if (this.lastOutcome?.status !== 'applied') throw new Error(JSON.stringify(this.lastOutcome));
    }
    while (planSummary(this.ws)) {
      this.summaries += 1;
      this.append(summarize(`summary ${this.summaries}`));
      if (this.lastOutcome?.status !== 'applied') throw new Error(JSON.stringify(this.lastOutcome));
    }
    return this;
  }

  messageAt(position: number): Message {
    const event = this.events[position - 1];
    if (event?.type !== 'MessageAppended') throw new Error(`no message at position ${position}`);
    return event.data;
  }

  /** The state as a test reads it. */
  outline() {
    const { head, ws } = this;
    return {
      live: live(head),
      counted: liveCounted(head),
      due: checkpointDue(head),
      openGroups: head.openGroups.map(({ position }) => position),
      groups: ws.groups().map(({ members }) => members.map(({ position }) => position)),
      unmatched: ws.items().flatMap(({ unmatched, position }) => (unmatched ? [[unmatched, position]] : [])),
      active: this.activeRanges(),
      checkpoints: head.checkpoints,
      results: head.results,
      omittedThrough: head.omittedThrough,
      run: [head.run.number, head.run.iteration, head.run.open ? 'open' : 'closed'],
    };
  }

  /** Ordinals [from, to) of the active checkpoints, in order. */
  activeRanges(): [number, number][] {
    const active = this.ws.checkpoints().filter(({ status }) => status === 'active');
    return active
      .map(({ range: { messages } }): [number, number] => [messages.from, messages.to])
      .toSorted(([one], [other]) => one - other);
  }
}

export type Outline = ReturnType<Conversation['outline']>;

/** Folds a history from the first event, without the summarizer. */
export function foldAll(specs: readonly EventSpec[], id?: string): Conversation {
  return new Conversation(id).append(...specs);
}
