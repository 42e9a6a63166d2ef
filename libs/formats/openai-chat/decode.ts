import type { Message } from '@verbatim/conversation';
import { read } from '../decoding';
import type { JsonText } from '../json-text';
import { placedParts } from './decode-parts';
import { chatMessageSchema } from './schema';

/**
 * One chat message as the canonical one. Keys of the message that have no canonical place stay in the raw text, which
 * is what leaves again.
 * @throws VerbatimError `event-invalid`, one sentence that begins with `path`
 */
export function decode(data: JsonText, path: string): Message {
  const message = read(chatMessageSchema, data.value(), path);
  const parts = placedParts(message).map(({ part }) => part);
  if (message.role === 'tool' || typeof message.name !== 'string') return { role: message.role, parts };
  return { role: message.role, parts, name: message.name };
}
