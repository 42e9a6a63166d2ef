import { isPinned } from '../message';
import { tokensOf, type Entry, type Unit } from './entry';
import type { ComposeOptions, ContextSource, PendingMessage, SourceMessage } from './source';
import { summaryText } from './texts';

export function pinnedUnit(source: SourceMessage, { overhead }: ComposeOptions): Unit {
  const { eventId, role, tokensThrough } = source.item;
  if (!isPinned(role)) throw new Error(`message ${eventId} has no ordinal but is not pinned`);
  const tokens = source.tokens + overhead.perMessage;
  const entries: Entry[] = [
    { kind: 'message', event: eventId, role, source, parts: null, calls: new Map(), tokens },
  ];
  return { kind: 'pinned', ordinal: -1, tokensThrough, kept: true, unread: false, entries };
}

export function pinnedPendingUnit(source: PendingMessage, { overhead }: ComposeOptions): Unit {
  const tokens = source.tokens + overhead.perMessage;
  const entries: Entry[] = [
    {
      kind: 'pending',
      event: source.id,
      role: source.message.role,
      source,
      parts: null,
      calls: new Map(),
      tokens,
    },
  ];
  return { kind: 'pinned', ordinal: -1, tokensThrough: 0, kept: true, unread: false, entries };
}

/** In the order of what they cover; each one's place is the tokens of all up to it, which newer ones do not move. */
export function summaryUnits(source: ContextSource, options: ComposeOptions): Unit[] {
  const ordered = source.summaries.toSorted(
    (one, other) => one.range.messages.from - other.range.messages.from,
  );
  let tokensThrough = 0;
  return ordered.map((checkpoint) => {
    const unit = summaryUnit(source, checkpoint, options);
    tokensThrough += tokensOf([unit]);
    return { ...unit, tokensThrough };
  });
}

function summaryUnit(
  { head }: ContextSource,
  checkpoint: ContextSource['summaries'][number],
  { overhead, count }: ComposeOptions,
): Unit {
  const text = summaryText(checkpoint);
  const role = head.policy.document.history?.summaryRole ?? 'user';
  const tokens = count(text) + overhead.perMessage;
  return {
    kind: 'summary',
    ordinal: checkpoint.range.messages.from,
    tokensThrough: 0,
    kept: false,
    unread: false,
    entries: [{ kind: 'summary', event: checkpoint.id, role, checkpoint, text, tokens }],
  };
}
