import {
  placeholderText,
  replacementOf,
  replacementText,
  textOf,
  toolCallsOf,
  toolResultsOf,
  type Head,
  type Item,
  type Message,
  type Part,
  type Trust,
} from '@verbatim/conversation';
import type { SummaryMessage } from '@verbatim/llm';

/**
 * A message as a summariser reads it: as the view shows it, so that results omitted or shortened there are so here too
 * (SPEC 2). `tools` learns the names of the tools called, for results that do not say which tool gave them.
 */
export function summaryMessage(
  head: Head,
  item: Item,
  message: Message,
  tools: Map<string, string>,
): SummaryMessage {
  const calls = toolCallsOf(message);
  for (const call of calls) tools.set(call.id, call.name);
  const results = toolResultsOf(message);
  const [result] = results;
  const isResult = result !== undefined && message.parts.length === 1;
  const name = isResult ? (result.name ?? tools.get(result.callId)) : message.name;
  const called = calls.map((call) => call.name);
  return {
    ref: item.eventId,
    role: item.role,
    ...(name === undefined ? {} : { name }),
    text: shownText(head, item, message),
    trust: trustOf(item, results.length > 0),
    ...(called.length === 0 ? {} : { tools: [...new Set(called)] }),
  };
}

function trustOf({ role }: Item, hasResults: boolean): Trust {
  if (hasResults || role === 'tool') return 'tool';
  return role === 'assistant' ? 'assistant' : 'user';
}

function shownText(head: Head, item: Item, message: Message): string {
  const ownText = replacementOf(item, null);
  const written = message.parts.filter(({ type }) => type === 'text');
  const [firstText] = written;
  let results = 0;
  const shown = (part: Part): string => {
    if (part.type === 'tool-result') return shownResult(head, item, message, part, results++);
    if (part.type !== 'text' || !ownText) return textOf({ ...message, parts: [part] });
    return part === firstText ? replacementText(ownText, textOf({ ...message, parts: written })) : '';
  };
  return message.parts
    .map(shown)
    .filter((text) => text !== '')
    .join('\n');
}

function shownResult(head: Head, item: Item, message: Message, part: Part, answer: number): string {
  if (item.firstResult + answer <= head.omittedThrough)
    return placeholderText(head.placeholder, item.eventId);
  const text = textOf({ ...message, parts: [part] });
  const replacement = replacementOf(item, answer);
  return replacement ? replacementText(replacement, text) : text;
}
