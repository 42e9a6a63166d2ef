import { refusalOf, type Message, type Part } from '@verbatim/conversation';

/**
 * The texts that every target carries: a message's name, text, refusal, names and arguments of calls, results.
 * Reasoning and other data are not among them: whether they leave depends on the target. Nor are images and files.
 */
export function countedTexts(message: Message): string[] {
  const texts = message.parts.flatMap(textsOfPart);
  return message.name === undefined ? texts : [message.name, ...texts];
}

/** UTF-8 bytes of everything readable in a message, reasoning and data included (SPEC 9, limit on message text). */
export function textBytes(message: Message): number {
  const others = message.parts.flatMap(otherTexts);
  return [...countedTexts(message), ...others].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** Parts of a message, those inside tool results included. */
export function partCount(message: Message): number {
  return message.parts.reduce(
    (sum, part) => sum + (part.type === 'tool-result' ? 1 + part.content.length : 1),
    0,
  );
}

/** What only some targets carry as text: reasoning, and data as JSON. */
export function otherTexts(part: Part): string[] {
  if (part.type === 'reasoning') return [part.text];
  if (part.type !== 'data' || refusalOf(part) !== undefined) return [];
  return [JSON.stringify(part.value) ?? ''];
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
