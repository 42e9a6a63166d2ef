import { type Message, VerbatimError } from '@verbatim/conversation';
import { read } from '../decoding';
import { isObject, type JsonObject } from '../json-object';
import type { JsonText } from '../json-text';
import { quote } from '../sentence';
import { decodeCall } from './decode-call';
import { contentParts } from './decode-content';
import { decodeOutput } from './decode-output';
import { CALLS, isInstructions, isOutput, roleOf, itemType } from './item';
import { instructionsSchema, messageSchema, reasoningSchema } from './schema';

/**
 * One item as a canonical message, and one element of its content as one part. What the model or the provider made
 * continues the turn of the item before it. Items without a canonical type become data parts named
 * `openai-responses:<type>`. A `model` beside the item says which model made it.
 * @throws VerbatimError `event-invalid`, one sentence that begins with `path`
 */
export function decode(data: JsonText, path: string): Message {
  const value = data.value();
  if (!isObject(value)) throw new VerbatimError('event-invalid', `${path}: an item is an object`);
  if (isInstructions(value)) {
    const { instructions } = read(instructionsSchema, value, path);
    return { role: 'system', parts: contentParts(instructions) };
  }
  const message = decodeItem(data, value, path);
  const { model } = value;
  return {
    ...message,
    ...(typeof model === 'string' && { model }),
    ...(message.role === 'assistant' && { continues: true }),
  };
}

function decodeItem(data: JsonText, value: JsonObject, path: string): Message {
  const type = itemType(value);
  if (type === '') {
    const detail = Object.hasOwn(value, 'type') ? `: ${quote(value['type'])} is not a type` : ' is missing';
    throw new VerbatimError('event-invalid', `${path}.type${detail}`);
  }
  if (type === 'message') {
    const { role, content } = read(messageSchema, value, path);
    return { role, parts: contentParts(content) };
  }
  if (CALLS.has(type)) return { role: 'assistant', parts: [decodeCall(data, value, path)] };
  if (isOutput(value)) return { role: 'tool', parts: [decodeOutput(data, value, path)] };
  if (type === 'reasoning') return { role: 'assistant', parts: [reasoning(value, path)] };
  return { role: roleOf(value), parts: [{ type: 'data', name: `openai-responses:${type}`, value }] };
}

/** Its text is that of its summaries, or what was thought where there are none. */
function reasoning(value: JsonObject, path: string): Message['parts'][number] {
  const { summary, content, encrypted_content: encrypted } = read(reasoningSchema, value, path);
  const texts = summary && summary.length > 0 ? summary : (content ?? []);
  return {
    type: 'reasoning',
    text: texts.map(({ text }) => text).join('\n\n'),
    ...(typeof encrypted === 'string' && { encrypted }),
  };
}
