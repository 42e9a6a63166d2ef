import { type Message, type Part } from '@verbatim/conversation';

type ResultContent = Extract<Part, { type: 'tool-result' }>['content'][number];

/**
 * The texts whose tokens a message costs: its name, text, refusal, names and arguments of calls, results. Reasoning,
 * other data and files are not among them: no target of this version carries them as text.
 */
export function countedTexts(message: Message): string[] {
  const texts = message.parts.flatMap(textsOfPart);
  return message.name === undefined ? texts : [message.name, ...texts];
}

/** Images of a message, those inside tool results included. */
export function imageCount(message: Message): number {
  return message.parts
    .flatMap((part): (Part | ResultContent)[] => (part.type === 'tool-result' ? part.content : [part]))
    .filter((part) => part.type === 'image').length;
}

/** UTF-8 bytes of everything readable in a message, reasoning included (SPEC 9, limit on message text). */
export function textBytes(message: Message): number {
  const reasoning = message.parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : []));
  return [...countedTexts(message), ...reasoning].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** Parts of a message, those inside tool results included. */
export function partCount(message: Message): number {
  return message.parts.reduce(
    (sum, part) => sum + (part.type === 'tool-result' ? 1 + part.content.length : 1),
    0,
  );
}

/** The text of a refusal, where the part is one: an assistant's refusal has no other place in a canonical message. */
export function refusalOf(part: Part): string | undefined {
  return part.type === 'data' && part.name === 'refusal' && typeof part.value === 'string'
    ? part.value
    : undefined;
}

function textsOfPart(part: Part): string[] {
  switch (part.type) {
    case 'text':
      return [part.text];
    case 'tool-call':
      return [part.name, part.arguments];
    case 'tool-result':
      return part.content.flatMap(textsOfPart);
    case 'data':
      return [refusalOf(part) ?? []].flat();
    case 'image':
    case 'file':
    case 'reasoning':
      return [];
  }
}
