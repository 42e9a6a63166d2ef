import type { Message } from '@verbatim/conversation';
import { read, textParts } from '../decoding';
import { fieldsOf } from '../json-object';
import type { JsonText } from '../json-text';
import { contentParts, toolParts } from './decode-content';
import { agentZeroMessageSchema, agentZeroSystemSchema } from './schema';
import { toolUse } from './tool-use';

/**
 * One message of Agent Zero's history, or its system prompt, as the canonical one.
 * @throws VerbatimError `event-invalid`, one sentence that begins with `path`
 */
export function decode(data: JsonText, path: string): Message {
  const value = data.value();
  if (isSystemApart(value)) {
    const { system } = read(agentZeroSystemSchema, value, path);
    return { role: 'system', parts: [system].flat().flatMap(textParts) };
  }
  const message = read(agentZeroMessageSchema, value, path);
  const content = data.property('content');
  const use = toolUse(message.ai, message.content);
  const parts = content ? (use ? toolParts(use, content) : contentParts(content)) : [];
  return { role: message.ai ? 'assistant' : use ? 'tool' : 'user', parts };
}

/** True of what `systemData` writes, and of the fragment of a system prompt. */
export function isSystemApart(value: unknown): boolean {
  const fields = fieldsOf(value);
  return 'system' in fields && !('ai' in fields);
}
