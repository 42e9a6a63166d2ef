import { VerbatimError } from '../errors';
import { isPinned } from '../message';
import { isLive } from '../state';
import type { Entry, Unit } from './entry';
import { addPending } from './pending';
import type { ComposeOptions, ContextSource, Notice, SourceMessage } from './source';
import { NO_RESULT, placeholderText, summaryText } from './texts';
import { Turn } from './turn';

export interface View {
  readonly units: readonly Unit[];
  readonly losses: readonly Notice[];
}

/**
 * The view of a conversation before anything is fitted: pinned messages, then summaries and live messages each at its
 * own place, every result with its call. Throws `open-calls` where a call at the tail is unanswered and must not be.
 */
export function composeView(source: ContextSource, options: ComposeOptions): View {
  const pinned = source.messages.filter(({ item }) => item.ordinal === null);
  const { turns, losses } = turnsOf(source, options);
  const open = turns.flatMap((turn) => (turn.open ? turn.unanswered() : []));
  if (open.length > 0 && options.openCalls === 'refuse') {
    throw new VerbatimError('open-calls', `tool calls are still open: ${open.join(', ')}`, { calls: open });
  }
  const missing = (event: string, callId: string): Entry => missingResult(event, callId, options);
  const placed = [
    ...source.summaries.map((checkpoint) => summaryUnit(source, checkpoint, options)),
    ...turns.map((turn) => turn.toUnit(missing)),
  ].toSorted((one, other) => one.ordinal - other.ordinal);
  return { units: [...pinned.map((message) => pinnedUnit(message, options)), ...placed], losses };
}

function turnsOf(source: ContextSource, options: ComposeOptions): { turns: Turn[]; losses: Notice[] } {
  const turns = new Map<number, Turn>();
  const losses: Notice[] = [];
  const shown = withNewestUser(source);
  for (const message of shown) {
    const { item } = message;
    if (item.ordinal === null || item.answers.length > 0) continue;
    if (message.message.parts.length === 0 && item.role === 'assistant') {
      losses.push({ code: 'empty-message', event: item.eventId, detail: 'it has neither content nor calls' });
      continue;
    }
    turns.set(item.position, Turn.of(source.head, message, entryOf(source, message, options)));
  }
  for (const message of shown.filter(({ item }) => item.answers.length > 0)) {
    const turn = message.item.group === null ? undefined : turns.get(message.item.group);
    if (turn) turn.addResult(message.item.answers, entryOf(source, message, options));
    else losses.push(...lossOf(source, message));
  }
  const pending = addPending(source.pending, [...turns.values()], options);
  return { turns: pending.turns, losses: [...losses, ...pending.losses] };
}

/** A newest user message that a checkpoint covers is shown after its summary, unless a pending one replaces it. */
function withNewestUser({ messages, newestUser, pending }: ContextSource): SourceMessage[] {
  const listed = messages.some(({ item }) => item.position === newestUser?.item.position);
  if (!newestUser || listed || pending.some(({ message }) => message.role === 'user')) return [...messages];
  return [...messages, newestUser];
}

function entryOf({ head }: ContextSource, source: SourceMessage, { overhead, count }: ComposeOptions): Entry {
  const { item } = source;
  const about = { event: item.eventId, role: item.role, source };
  const omitted = item.firstResult > 0 && item.firstResult + item.answers.length - 1 <= head.omittedThrough;
  if (!omitted) return { ...about, kind: 'message', tokens: source.tokens + overhead.perMessage };
  const text = placeholderText(head.placeholder, item.eventId);
  return { ...about, kind: 'replacement', text, tokens: count(text) + overhead.perMessage };
}

function lossOf({ head, groups }: ContextSource, { item }: SourceMessage): Notice[] {
  const event = item.eventId;
  const callId = item.answers.join(', ');
  if (item.unmatched === 'orphan') {
    return [{ code: 'orphan-result', event, detail: `the call ${callId} has not come` }];
  }
  if (item.unmatched === 'duplicate') {
    return [{ code: 'duplicate-result', event, detail: `the call ${callId} had its result already` }];
  }
  const [caller] = groups.find((group) => group.position === item.group)?.members ?? [];
  if (!caller || isLive(head.coverage, caller.ordinal)) return [];
  return [{ code: 'late-result', event, detail: `the call ${callId} is in a summary already` }];
}

function missingResult(event: string, callId: string, { overhead, count }: ComposeOptions): Entry {
  const tokens = count(NO_RESULT) + overhead.perMessage;
  return { kind: 'missing-result', event, role: 'tool', callId, text: NO_RESULT, tokens };
}

function pinnedUnit(source: SourceMessage, { overhead }: ComposeOptions): Unit {
  const { eventId, role, tokensThrough } = source.item;
  if (!isPinned(role)) throw new Error(`message ${eventId} has no ordinal but is not pinned`);
  const tokens = source.tokens + overhead.perMessage;
  const entries: Entry[] = [{ kind: 'message', event: eventId, role, source, tokens }];
  return { kind: 'pinned', ordinal: -1, tokensThrough, kept: true, unread: false, entries };
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
