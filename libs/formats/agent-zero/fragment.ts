import { fieldsOf } from '../json-object';
import type { JsonText } from '../json-text';
import { callIdOf, toolUse } from './tool-use';

/** The key that carries a call's id in the fragments of calls and results; `renderBody` takes it off. */
export const CALL_KEY = 'verbatim:call';

/** What a fragment is to the order of a body. */
export interface FragmentUse {
  readonly kind: 'call' | 'result' | 'said' | 'asked';
  readonly callId: string | null;
}

export function fragmentUse(message: JsonText): FragmentUse {
  const { ai, content, [CALL_KEY]: id } = fieldsOf(message.value());
  if (typeof id === 'string') return { kind: ai === true ? 'call' : 'result', callId: id };
  const use = toolUse(ai, content);
  if (use?.kind === 'call' || use?.kind === 'result') return { kind: use.kind, callId: callIdOf(use.name) };
  return { kind: ai === true ? 'said' : 'asked', callId: null };
}

/** A call as one fragment; `argsJson` is the raw JSON of an object. */
export function callFragment(
  callId: string,
  toolName: string,
  argsJson: string,
  thoughts: readonly string[],
): string {
  const before = thoughts.length > 0 ? `"thoughts":${JSON.stringify(thoughts)},` : '';
  const content = `{${before}"tool_name":${JSON.stringify(toolName)},"tool_args":${argsJson}}`;
  return `{"ai":true,"content":${content},"${CALL_KEY}":${JSON.stringify(callId)}}`;
}

/** A result as one fragment. */
export function resultFragment(callId: string, toolName: string, text: string): string {
  return JSON.stringify({
    ai: false,
    content: { tool_name: toolName, tool_result: text },
    [CALL_KEY]: callId,
  });
}
