import { refusalOf, type Message, type Part } from '@verbatim/conversation';
import { fileTokens, imageTokens } from './media';
import { countedTexts, otherTexts } from './message-texts';

/** Characters of encrypted reasoning in a token of it: base64 is a third longer than what it stands for. */
const ENCRYPTED_CHARACTERS = 4;

/**
 * Tokens of a message's content, without the overhead that a model entry adds. Images and files cost what the provider's
 * rule says, never what their bytes would as text. With a `provider` (a registry entry's) reasoning and data count too:
 * for its models they may leave; without one the count is OpenAI's of what every target carries.
 */
export async function messageTokens(
  message: Message,
  count: (text: string) => Promise<number>,
  provider?: string,
): Promise<number> {
  const texts = provider === undefined ? [] : message.parts.flatMap(otherTexts);
  let tokens = mediaTokens(message, provider ?? 'openai');
  if (provider !== undefined) tokens += encryptedTokens(message);
  for (const text of [...countedTexts(message), ...texts]) tokens += await count(text);
  return tokens;
}

/** True where a message costs the same for every provider: texts, calls and results of text, nothing else. */
export function hasFixedTokens(message: Message): boolean {
  return message.parts.every((part) => {
    if (part.type === 'tool-result') return part.content.every(({ type }) => type === 'text');
    return part.type === 'text' || part.type === 'tool-call' || refusalOf(part) !== undefined;
  });
}

function mediaTokens({ parts }: Message, provider: string): number {
  return parts
    .flatMap((part): Part[] => (part.type === 'tool-result' ? part.content : [part]))
    .reduce((sum, part) => {
      if (part.type === 'image') return sum + imageTokens(part, provider);
      return part.type === 'file' ? sum + fileTokens(part, provider) : sum;
    }, 0);
}

function encryptedTokens({ parts }: Message): number {
  return parts.reduce((sum, part) => {
    const encrypted = part.type === 'reasoning' ? (part.encrypted ?? '') : '';
    return sum + Math.ceil(encrypted.length / ENCRYPTED_CHARACTERS);
  }, 0);
}
