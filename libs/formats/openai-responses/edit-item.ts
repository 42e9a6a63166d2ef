import {
  argumentsObject,
  callIdFor,
  type Edit,
  NO_EDIT,
  notCarried,
  renamedCall,
  renamedTool,
  toolNameFor,
} from '../encoding';
import { isJson } from '../json-object';
import { callIdKey, callIdOf, isInstructions, isOutput, itemType } from './item';
import {
  CALL_ID,
  hasReasoningContent,
  itemIdProblem,
  refusedKeys,
  TOOL_NAME,
  TOOL_NAME_LENGTH,
} from './limits';
import type { NativeItem } from './native-item';

/** Takes off what only a response has. */
export function editKeys({ value }: NativeItem): Edit {
  const keys = isInstructions(value) ? [] : ['model', ...refusedKeys(value)];
  const present = keys.filter((key) => Object.hasOwn(value, key));
  return { members: Object.fromEntries(present.map((key) => [key, null])) };
}

/** Takes off the item's own id where the API would refuse it. */
export function editId({ value }: NativeItem): Edit {
  const problem = itemIdProblem(value);
  if (problem === null) return NO_EDIT;
  return { members: { id: null }, repairs: [{ code: 'item-id-removed', part: 0, detail: problem }] };
}

/** Of calls and outputs: the call's id, the tool's name, arguments that are JSON. */
export function editCall({ value, source }: NativeItem): Edit {
  const callId = callIdOf(value);
  if (typeof callId !== 'string') return NO_EDIT;
  const id = callIdFor(CALL_ID, callId, source.calls.get(callId));
  const members: Record<string, string> = id === callId ? {} : { [callIdKey(value)]: JSON.stringify(id) };
  if (isOutput(value)) return { members };
  const repairs = renamedCall(callId, id, 0);
  const { name, arguments: text } = value;
  if (typeof name === 'string' && !TOOL_NAME.test(name)) {
    const safe = toolNameFor(name, TOOL_NAME_LENGTH);
    members['name'] = JSON.stringify(safe);
    repairs.push(...renamedTool(name, safe, 0));
  }
  if (itemType(value) === 'function_call' && typeof text === 'string' && text !== '' && !isJson(text)) {
    const wrapped = argumentsObject(text, 0);
    members['arguments'] = JSON.stringify(wrapped.json);
    repairs.push(...wrapped.repairs);
  }
  return { members, repairs };
}

/** Of reasoning: no text beside the summary, and a summary, if an empty one. */
export function editReasoning({ value }: NativeItem): Edit {
  if (itemType(value) !== 'reasoning') return NO_EDIT;
  const hasText = hasReasoningContent(value);
  const isLost = hasText && Array.isArray(value['content']);
  const hasSummary = Array.isArray(value['summary']);
  const detail = 'reasoning without a summary is refused, it leaves with an empty one';
  return {
    members: { ...(hasText && { content: null }), ...(!hasSummary && { summary: '[]' }) },
    losses: isLost ? [notCarried('openai-responses', 0, 'the text of reasoning beside its summary')] : [],
    repairs: hasSummary ? [] : [{ code: 'summary-added', part: 0, detail }],
  };
}
