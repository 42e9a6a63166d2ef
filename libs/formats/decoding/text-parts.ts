import type { TextPart } from '@verbatim/conversation';

/** A text as the parts that it is: an empty one is no content. */
export function textParts(text: string): TextPart[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
