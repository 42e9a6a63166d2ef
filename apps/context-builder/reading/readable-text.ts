import { toolResultsOf, type Message, type Part } from '@verbatim/conversation';

type ResultPart = Extract<Part, { type: 'tool-result' }>;

/**
 * All of a message that can be read, a part a line: texts, results and arguments of calls in full, plain text in a
 * data URL too; other images and files by their URL (one with the data inside by its kind and length), other data as JSON. What several results of one message
 * hold is headed by the id of the call. The same message gives the same text always: pages are cut from it.
 */
export function readableText(message: Message): string {
  const isOneOfMany = toolResultsOf(message).length > 1;
  return message.parts
    .map((part) => (part.type === 'tool-result' ? resultText(part, isOneOfMany) : partText(part)))
    .filter((text) => text !== '')
    .join('\n');
}

function resultText({ callId, content }: ResultPart, isOneOfMany: boolean): string {
  const text = content.map(partText).join('\n');
  return isOneOfMany ? `[result of ${callId}]\n${text}` : text;
}

function partText(part: Exclude<Part, ResultPart>): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'image':
      return `[image ${place(part.url)}]`;
    case 'file':
      return textInside(part.url) ?? `[file ${place(part.url)}]`;
    case 'tool-call':
      return `${part.name}(${part.arguments})`;
    case 'data':
      return `[${part.name}] ${JSON.stringify(part.value)}`;
  }
}

function place(url: string): string {
  const [head] = /^data:[^,]*,/i.exec(url) ?? [];
  return head === undefined ? url : `${head} ${url.length - head.length} characters`;
}

/** The text of a data URL that holds some in base64, as a plain-text document is read; null of any other URL. */
function textInside(url: string): string | null {
  const [head] = /^data:text\/[^,]{0,200};base64,/i.exec(url) ?? [];
  return head === undefined ? null : Buffer.from(url.slice(head.length), 'base64').toString('utf8');
}
