import { NO_EDIT, type Edit } from '../encoding';
import type { NativeMessage } from './native-message';

/**
 * Members of OpenAI's answers that SDKs dump as null where the model did not use them. OpenAI refuses null in
 * `tool_calls` and `function_call` (openai/openai-openapi#348, openai/openai-python#777), and servers that follow it
 * refuse members that their requests do not have. Null is as good as absent in all of them; `content` may be null.
 */
const OPTIONAL = [
  'name',
  'refusal',
  'audio',
  'annotations',
  'function_call',
  'tool_calls',
  'parsed',
  'reasoning_content',
];

/** Leaves out members that say nothing: null, and an empty list of annotations, which no request has. */
export function editUnused({ root, source }: NativeMessage): Edit {
  if (source.keepsNulls) return NO_EDIT;
  const unused = OPTIONAL.filter((name) => {
    const value = root.property(name);
    if (value?.kind === 'null') return true;
    return name === 'annotations' && value?.kind === 'array' && value.elements().length === 0;
  });
  if (unused.length === 0) return NO_EDIT;
  const detail = `members that say nothing are left out: ${unused.join(', ')}`;
  return {
    members: Object.fromEntries(unused.map((name) => [name, null])),
    repairs: [{ code: 'unused-members', detail }],
  };
}
