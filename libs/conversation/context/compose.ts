import { VerbatimError } from '../errors';
import { isEmptyReply, isPinned } from '../message';
import { isLive } from '../state';
import type { Entry, Unit } from './entry';
import { addPending, emptyReply } from './pending';
import type { ComposeOptions, ContextSource, Notice, PendingMessage, SourceMessage } from './source';
import { NO_RESULT, placeholderText } from './texts';
import { Turn } from './turn';
import { pinnedPendingUnit, pinnedUnit, summaryUnit } from './units';

export interface View {
  readonly units: readonly Unit[];
  readonly losses: readonly Notice[];
}

/**
 * The view of a conversation before anything is fitted: pinned messages, then summaries and live messages each at its
 * own place, every result with its call. Throws `open-calls` where a call at the tail is unanswered and must not be.
 */
export function composeView(source: ContextSource, options: ComposeOptions): View {
  const pinned = [
    ...source.messages
      .filter(({ item }) => item.ordinal === null)
      .map((message) => pinnedUnit(message, options)),
    ...source.pending.filter(isPinnedMessage).map((message) => pinnedPendingUnit(message, options)),
  ];
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
  return { units: [...pinned, ...placed], losses };
}

function turnsOf(source: ContextSource, options: ComposeOptions): { turns: Turn[]; losses: Notice[] } {
  const turns = new Map<number, Turn>();
  const losses: Notice[] = [];
  const newestUser = newestUserOf(source);
  const shown = withNewestUser(source.messages, newestUser);
  for (const message of shown) {
    const { item } = message;
    if (item.ordinal === null || item.answers.length > 0) continue;
    if (isEmptyReply(message.message)) {
      losses.push(emptyReply(item.eventId));
      continue;
    }
    const entry = entryOf(source, message, options);
    turns.set(item.position, Turn.of(source.head, message, entry, newestUser?.item.position ?? null));
  }
  for (const message of shown.filter(({ item }) => item.answers.length > 0)) {
    const turn = message.item.group === null ? undefined : turns.get(message.item.group);
    const unread = message.item.firstResult > source.head.readResults;
    if (turn) turn.addResult(message.item.answers, entryOf(source, message, options), unread);
    else losses.push(...lossOf(source, message));
  }
  const unpinned = source.pending.filter((message) => !isPinnedMessage(message));
  const pending = addPending(unpinned, [...turns.values()], options);
  return { turns: pending.turns, losses: [...losses, ...pending.losses] };
}

/** The journaled user message that must be shown: the newest, unless a pending one replaces it. */
function newestUserOf({ newestUser, pending }: ContextSource): SourceMessage | null {
  return pending.some(({ message }) => message.role === 'user') ? null : newestUser;
}

/** A newest user message that a checkpoint covers is shown after its summary. */
function withNewestUser(
  messages: readonly SourceMessage[],
  newestUser: SourceMessage | null,
): readonly SourceMessage[] {
  const listed = messages.some(({ item }) => item.position === newestUser?.item.position);
  return newestUser === null || listed ? messages : [...messages, newestUser];
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

function isPinnedMessage({ message }: PendingMessage): boolean {
  return isPinned(message.role);
}
