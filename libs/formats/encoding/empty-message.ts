import type { FormatName } from '@verbatim/conversation';
import type { EncodedMessage, FormatNotice, MessageSource } from '../format';

/** Stands for what a user said where nothing of it can be shown and the target takes no message without content. */
export const EMPTY_MESSAGE = '[Empty message]';

/** True of text with nothing but white space, which many providers refuse. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Told of a message without content: it is left out, or, where `leaves`, `EMPTY_MESSAGE` stands for it. */
export function emptyMessage(target: FormatName, leaves: boolean): FormatNotice {
  const what = leaves ? `leaves as ${EMPTY_MESSAGE}` : 'is left out';
  return { code: 'empty-content', detail: `${target} takes no message without content: it ${what}` };
}

/** The message; where nothing is left of a user's whole message, `placeholder`, which holds `EMPTY_MESSAGE`. */
export function orPlaceholder(
  target: FormatName,
  encoded: EncodedMessage,
  { message, parts }: Pick<MessageSource, 'message' | 'parts'>,
  placeholder: string,
): EncodedMessage {
  if (encoded.text !== '' || message.role !== 'user' || parts !== null) return encoded;
  return { ...encoded, text: placeholder, repairs: [...encoded.repairs, emptyMessage(target, true)] };
}
