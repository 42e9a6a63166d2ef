import type { Message } from '@verbatim/conversation';
import { read, textParts } from '../decoding';
import { fieldsOf } from '../json-object';
import type { JsonText } from '../json-text';
import { partsOf, readBlocks } from './decode-blocks';
import { messageFrame, type System, systemSchema } from './schema';

/**
 * One ModelMessage, or what stands apart as `system`, as the canonical message. A tool message that holds no result
 * (approvals) goes on with the turn that asked for them.
 * @throws VerbatimError `event-invalid`, one sentence that begins with `path`
 */
export function decode(data: JsonText, path: string): Message {
  const value = data.value();
  if (isSystemApart(value)) {
    const system = read(systemSchema, fieldsOf(value)['system'], `${path}.system`);
    return { role: 'system', parts: textsOf(system).flatMap(textParts) };
  }
  const { role, content, model } = read(messageFrame, value, path);
  const own = model === undefined ? {} : { model };
  if (typeof content === 'string') return { role, parts: textParts(content), ...own };
  const raw = data.property('content');
  const parts = raw ? partsOf(readBlocks(raw, role, `${path}.content`)) : [];
  const isApproval = role === 'tool' && parts.every(({ type }) => type !== 'tool-result');
  return isApproval ? { role: 'assistant', parts, continues: true, ...own } : { role, parts, ...own };
}

/** True of the `data` that `systemData` writes. */
export function isSystemApart(value: unknown): boolean {
  const fields = fieldsOf(value);
  return 'system' in fields && !('role' in fields);
}

function textsOf(system: System): string[] {
  if (typeof system === 'string') return [system];
  return Array.isArray(system) ? system.map(({ content }) => content) : [system.content];
}
