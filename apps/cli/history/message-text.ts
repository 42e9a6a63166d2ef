import { noLimits, refusalOf, type Message, type Part } from '@verbatim/conversation';
import { readMessageData, type JsonText } from '@verbatim/formats';
import { escaped } from '../rendering';

/**
 * A message as a person reads it: its text, `→ name(arguments)` with its id for each call and `← result of id: …` for each
 * result. One of which nothing can be read so is shown as it came.
 */
export function messageText(message: JsonText): string {
  const read = readMessage(message);
  const lines = (read?.parts ?? []).map(lineOf).filter((line) => line !== '');
  if (lines.length === 0) return escaped(message.slice());
  const author = read?.name === undefined ? '' : `${read.name}: `;
  return escaped(author + lines.join('\n'));
}

function readMessage(message: JsonText): Message | null {
  try {
    return readMessageData(message, noLimits).data;
  } catch {
    return null;
  }
}

function lineOf(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'tool-call':
      return `→ ${part.name}(${part.arguments})  ${part.id}`;
    case 'tool-result':
      return `← result of ${part.callId}: ${part.content.map(lineOf).join('\n')}`;
    case 'reasoning':
      return `(thinks) ${part.text}`;
    case 'image':
    case 'file':
      return `[${part.type} ${part.url.slice(0, 80)}]`;
    case 'data':
      return refusalOf(part) ?? `[${part.name}] ${JSON.stringify(part.value)}`;
  }
}
