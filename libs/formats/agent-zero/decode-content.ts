import type { Part, ToolResultPart } from '@verbatim/conversation';
import { textParts } from '../decoding';
import { fieldsOf } from '../json-object';
import { JsonText, withoutProperties } from '../json-text';
import { callIdOf, responseText, type ToolUse } from './tool-use';

type ContentPart = Exclude<ToolResultPart['content'][number], { type: 'file' }>;

/**
 * Content without a tool as parts: a text; a list of texts; or the pieces of a raw message, text and images as the
 * model gets them. Anything else is shown to the model as JSON, so it is read as that text.
 */
export function contentParts(content: JsonText): ContentPart[] {
  const raw = (content.property('raw_content') ?? content).value();
  if (typeof raw === 'string') return textParts(raw);
  return (Array.isArray(raw) ? pieces(raw) : null) ?? textParts(content.slice());
}

/** Null where one of them is nothing that a raw message consists of. */
function pieces(list: readonly unknown[]): ContentPart[] | null {
  const known: ContentPart[] = [];
  for (const element of list) {
    const part = piece(element);
    if (part === null) return null;
    known.push(part);
  }
  return known;
}

/** A use of a tool as parts: what was said or given beside it stays as JSON text, for the model reads it so. */
export function toolParts(use: ToolUse, content: JsonText): Part[] {
  const object = content.kind === 'string' ? JsonText.parse(String(content.value())) : content;
  switch (use.kind) {
    case 'response':
      return [...beside(object, ['tool_name', 'tool_args']), ...textParts(responseText(use) ?? '')];
    case 'call': {
      const args = object.property('tool_args')?.slice() ?? '{}';
      const call: Part = { type: 'tool-call', id: callIdOf(use.name), name: use.name, arguments: args };
      return [...beside(object, ['tool_name', 'tool_args']), call];
    }
    case 'result': {
      const result = object.property('tool_result');
      const given = result ? contentParts(result) : [];
      const all = [...given, ...beside(object, ['tool_name', 'tool_result'])];
      return [{ type: 'tool-result', callId: callIdOf(use.name), name: use.name, content: all }];
    }
  }
}

function beside(object: JsonText, keys: readonly string[]): ContentPart[] {
  const isMore = object.members().some(({ name }) => !keys.includes(name));
  return isMore ? textParts(withoutProperties(object, keys)) : [];
}

function piece(element: unknown): ContentPart | null {
  if (typeof element === 'string') return { type: 'text', text: element };
  const { type, text, image_url: image } = fieldsOf(element);
  if (type === 'text' && typeof text === 'string') return { type: 'text', text };
  const { url } = fieldsOf(image);
  return type === 'image_url' && typeof url === 'string' ? { type: 'image', url } : null;
}
