import type { EventData, RecordedEvent } from '../events';
import { isPinned, toolCallsOf, toolResultsOf } from '../message';
import type { Item } from '../state';
import type { Draft } from './draft';
import { matchResult, openGroup } from './groups';
import { abandonOpenGroups, followRunMarks, inferRunEnd, inferRunStart } from './runs';

/** Numbers that `evolve` needs of an event and cannot compute: tokens of a message's content. */
export interface Counts {
  readonly tokens: number;
}

type MessageData = EventData<'MessageAppended'>;

export function appendMessage(
  draft: Draft,
  event: Extract<RecordedEvent, { type: 'MessageAppended' }>,
  counts: Counts,
): void {
  followRunMarks(draft, event.data, event.position);
  draft.update({ messages: draft.head.messages + 1, viewVersion: draft.head.viewVersion + 1 });
  if (isPinned(event.data.role)) {
    draft.put({ ...itemOf(draft, event, counts), ordinal: null });
    return;
  }
  appendUnpinned(draft, event, counts);
}

function appendUnpinned(
  draft: Draft,
  event: Extract<RecordedEvent, { type: 'MessageAppended' }>,
  counts: Counts,
): void {
  const ordinal = draft.head.unpinned;
  const place = { position: event.position, ordinal };
  const isResult = toolResultsOf(event.data).length > 0;
  draft.update({
    unpinned: ordinal + 1,
    tokens: draft.head.tokens + counts.tokens,
    resultTokens: draft.head.resultTokens + (isResult ? counts.tokens : 0),
  });
  if (event.data.role === 'user') receiveUser(draft, place);
  if (event.data.role === 'assistant') receiveAssistant(draft, event.data, place);
  const item = { ...itemOf(draft, event, counts), ordinal };
  if (item.calls.length > 0) openGroup(draft, item, ordinal);
  draft.put({ ...item, ...matchResults(draft, item, place) });
  draft.update({ results: draft.head.results + item.answers.length });
}

function receiveUser(draft: Draft, place: { position: number; ordinal: number }): void {
  abandonOpenGroups(draft, place.position);
  inferRunStart(draft);
  draft.update({ newestUser: { ...place, run: draft.head.run.number } });
}

function receiveAssistant(
  draft: Draft,
  message: MessageData,
  { position, ordinal }: { position: number; ordinal: number },
): void {
  const callsTools = toolCallsOf(message).length > 0;
  const { run } = draft.head;
  draft.update({
    readResults: draft.head.results,
    unreadFrom: callsTools ? ordinal : null,
    run: message.iteration === undefined ? { ...run, iteration: run.iteration + 1 } : run,
  });
  if (!callsTools) inferRunEnd(draft, ordinal, position);
}

function matchResults(
  draft: Draft,
  item: Item,
  place: { position: number; ordinal: number },
): Pick<Item, 'group' | 'unmatched'> {
  const matches = item.answers.map((callId) => matchResult(draft, callId, place));
  const matched = matches.find((match) => match.group !== null) ?? matches[0];
  return matched ?? { group: item.calls.length > 0 ? item.position : null, unmatched: null };
}

function itemOf(
  draft: Draft,
  event: Extract<RecordedEvent, { type: 'MessageAppended' }>,
  counts: Counts,
): Omit<Item, 'ordinal'> & { ordinal: null } {
  const { head } = draft;
  const answers = toolResultsOf(event.data).map((result) => result.callId);
  return {
    position: event.position,
    eventId: event.id,
    role: event.data.role,
    ordinal: null,
    group: null,
    calls: [...new Set(toolCallsOf(event.data).map((call) => call.id))],
    answers,
    firstResult: answers.length > 0 ? head.results + 1 : 0,
    unmatched: null,
    run: head.run.number,
    iteration: head.run.iteration,
    tokens: counts.tokens,
    tokensThrough: head.tokens,
    resultTokensThrough: head.resultTokens,
  };
}
