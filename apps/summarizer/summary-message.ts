import {
  placeholderText,
  textOf,
  toolCallsOf,
  toolResultsOf,
  type Head,
  type Item,
  type Message,
} from '@verbatim/conversation';
import type { SummaryMessage } from '@verbatim/llm';

/**
 * A message as a summariser reads it. Results that are omitted are so here too (SPEC 2), and nothing else of the message
 * is. `tools` learns the names of the tools called, for results that do not say which tool gave them.
 */
export function summaryMessage(
  head: Head,
  item: Item,
  message: Message,
  tools: Map<string, string>,
): SummaryMessage {
  for (const call of toolCallsOf(message)) tools.set(call.id, call.name);
  const [result, ...others] = toolResultsOf(message);
  const isResult = result !== undefined && others.length === 0 && message.parts.length === 1;
  const name = isResult ? (result.name ?? tools.get(result.callId)) : message.name;
  return {
    ref: item.eventId,
    role: item.role,
    ...(name === undefined ? {} : { name }),
    text: shownText(head, item, message),
  };
}

function shownText(head: Head, item: Item, message: Message): string {
  const omitted = omittedResults(head, item);
  if (omitted === 0) return textOf(message);
  let results = 0;
  const texts = message.parts.map((part) => {
    const isOmitted = part.type === 'tool-result' && results < omitted;
    if (part.type === 'tool-result') results += 1;
    return isOmitted
      ? placeholderText(head.placeholder, item.eventId)
      : textOf({ ...message, parts: [part] });
  });
  return texts.filter((text) => text !== '').join('\n');
}

/** How many results of the message are omitted: always the first ones. */
function omittedResults({ omittedThrough }: Head, { firstResult, answers }: Item): number {
  if (answers.length === 0) return 0;
  return Math.min(answers.length, Math.max(0, omittedThrough - firstResult + 1));
}
