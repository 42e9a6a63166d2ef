import type { Message } from '@verbatim/conversation';
import { countedTexts, imageCount } from './message-texts';

/** Tokens that stand for an image of unknown size: OpenAI's high detail for a square of 512 pixels. */
const IMAGE_TOKENS = 255;

/** Tokens of a message's content, without the overhead that a model entry adds. Images never count as text. */
export async function messageTokens(
  message: Message,
  count: (text: string) => Promise<number>,
): Promise<number> {
  let tokens = imageCount(message) * IMAGE_TOKENS;
  for (const text of countedTexts(message)) tokens += await count(text);
  return tokens;
}
