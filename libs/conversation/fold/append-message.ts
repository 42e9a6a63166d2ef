import type { EventData, RecordedEvent } from '../events';
import {
  codePoints,
  isPinned,
  isThought,
  textOf,
  toolCallsOf,
  toolResultsOf,
  unansweredCallsOf,
} from '../message';
import type { Item } from '../state';
import type { Draft } from './draft';
import { continuedGroup, joinGroup, matchResult } from './groups';
import { abandonOpenGroups, followRunMarks, inferRunEnd, inferRunGoesOn, inferRunStart } from './runs';

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
  const continued = continuedGroup(draft, event.data, ordinal);
  if (event.data.role === 'user' && !isResult) receiveUser(draft, place);
  if (event.data.role === 'assistant') receiveAssistant(draft, event.data, place);
  const said = { ...itemOf(draft, event, counts), ordinal };
  const item = { ...said, group: joinGroup(draft, continued, said, ordinal) };
  draft.put({ ...item, ...matchResults(draft, item, place) });
  draft.update({ results: draft.head.results + item.answers.length });
  // Its results are in time; what else it says comes after them.
  if (event.data.role === 'user' && isResult) receiveUser(draft, place);
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
  const callsTools = unansweredCallsOf(message).length > 0;
  const { run } = draft.head;
  const isCounted = message.iteration !== undefined || message.continues === true;
  draft.update({
    readResults: draft.head.results + readInside(message),
    unreadFrom: callsTools ? ordinal : null,
    run: isCounted ? run : { ...run, iteration: run.iteration + 1 },
  });
  if (!callsTools && !isThought(message)) inferRunEnd(draft, ordinal, position);
  if (callsTools && message.continues === true) inferRunGoesOn(draft, ordinal);
}

/** Results that the message itself holds and that the model went on from. */
function readInside(message: MessageData): number {
  return message.parts.at(-1)?.type === 'tool-result' ? 0 : toolResultsOf(message).length;
}

/** All results of a message belong to one group; those of an assistant message to its own. */
function matchResults(
  draft: Draft,
  item: Item,
  place: { position: number; ordinal: number },
): Pick<Item, 'group' | 'unmatched' | 'stray'> {
  if (item.role === 'assistant' && item.group === null && item.answers.length > 0) {
    return { group: null, unmatched: 'orphan', stray: [...item.answers.keys()] };
  }
  let { group } = item;
  let unmatched: Item['unmatched'] = null;
  const stray: number[] = [];
  for (const [index, callId] of item.answers.entries()) {
    const match = matchResult(draft, callId, place, group);
    group ??= match.group;
    unmatched ??= match.unmatched;
    if (match.group === null) stray.push(index);
  }
  return { group, unmatched: group === null ? unmatched : null, stray };
}

function itemOf(
  draft: Draft,
  event: Extract<RecordedEvent, { type: 'MessageAppended' }>,
  counts: Counts,
): Omit<Item, 'ordinal'> & { ordinal: null } {
  const { head } = draft;
  const calls = [...new Set(toolCallsOf(event.data).map((call) => call.id))];
  const answers = toolResultsOf(event.data).map((result) => result.callId);
  return {
    position: event.position,
    eventId: event.id,
    role: event.data.role,
    ordinal: null,
    group: null,
    calls,
    reused: calls.filter((callId) => draft.calls(callId).some(({ group }) => group !== null)),
    answers,
    lengths: toolResultsOf(event.data).map((result) =>
      codePoints(textOf({ ...event.data, parts: [result] })),
    ),
    replacements: [],
    stray: [],
    firstResult: answers.length > 0 ? head.results + 1 : 0,
    unmatched: null,
    run: head.run.number,
    iteration: head.run.iteration,
    characters: codePoints(textOf(event.data)),
    tokens: counts.tokens,
    tokensThrough: head.tokens,
    resultTokensThrough: head.resultTokens,
  };
}
