import type { Message, Part, Role } from '@verbatim/conversation';
import { read, textParts } from '../decoding';
import { isObject } from '../json-object';
import type { JsonText } from '../json-text';
import { decodeBlock } from './decode-block';
import { messageSchema, type NativeBlock, systemSchema } from './schema';

/**
 * One message, or a system prompt that stood apart, as the canonical message: a block is a part, in order; a string is one
 * text part, none where it is empty. A response taken as a message names its model.
 * @throws VerbatimError `event-invalid`, one sentence that begins with `path`
 */
export function decode(data: JsonText, path: string): Message {
  const value = data.value();
  if (isObject(value) && 'system' in value && !('role' in value)) {
    const { system } = read(systemSchema, value, path);
    return { role: 'system', parts: partsOf(system, data.property('system'), 'system', `${path}.system`) };
  }
  const { role, content, model } = read(messageSchema, value, path);
  const parts = partsOf(content, data.property('content'), role, `${path}.content`);
  return { role, parts, ...(role === 'assistant' && typeof model === 'string' && { model }) };
}

function partsOf(
  content: string | readonly NativeBlock[],
  raw: JsonText | undefined,
  role: Role,
  path: string,
): Part[] {
  if (typeof content === 'string') return textParts(content);
  const slices = raw?.elements() ?? [];
  return content.flatMap((block, at) => {
    const slice = slices[at];
    return slice ? [decodeBlock(block, slice, role, `${path}[${at}]`)] : [];
  });
}
