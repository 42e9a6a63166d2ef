import type { ToolCallPart } from '@verbatim/conversation';
import { read } from '../decoding';
import type { JsonObject } from '../json-object';
import type { JsonText } from '../json-text';
import { CALLS, itemType } from './item';
import {
  applyPatchCallSchema,
  computerCallSchema,
  customCallSchema,
  functionCallSchema,
  shellCallSchema,
} from './schema';

/** A call whose arguments are its text where it has one, else the raw JSON of what it asks for. */
export function decodeCall(data: JsonText, value: JsonObject, path: string): ToolCallPart {
  const type = itemType(value);
  if (type === 'function_call') {
    const call = read(functionCallSchema, value, path);
    return { type: 'tool-call', id: call.call_id, name: call.name, arguments: call.arguments };
  }
  if (type === 'custom_tool_call') {
    const call = read(customCallSchema, value, path);
    return { type: 'tool-call', id: call.call_id, name: call.name, arguments: call.input };
  }
  const { call_id: id } = read(schemaOf(type), value, path);
  const { tool, payload } = CALLS.get(type) ?? { tool: null, payload: [] };
  const name = payload.find((each) => value[each] !== undefined && value[each] !== null);
  const asked = name === undefined ? undefined : data.property(name);
  return { type: 'tool-call', id, name: tool ?? type, arguments: asked?.slice() ?? '{}' };
}

function schemaOf(type: string): typeof computerCallSchema {
  if (type === 'computer_call') return computerCallSchema;
  return type === 'apply_patch_call' ? applyPatchCallSchema : shellCallSchema;
}
