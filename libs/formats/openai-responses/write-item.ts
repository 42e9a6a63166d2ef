import type { Part, Role, ToolCallPart, ToolResultPart } from '@verbatim/conversation';
import {
  argumentsObject,
  callIdFor,
  kept,
  lost,
  partNotCarried,
  renamedCall,
  renamedTool,
  resultNotCarried,
  type ShownPart,
  toolNameFor,
  type Written,
} from '../encoding';
import type { MessageSource } from '../format';
import { isJson, type JsonObject } from '../json-object';
import { elementOf, sideOf } from './content-elements';
import { CALL_ID, TOOL_NAME_LENGTH } from './limits';

/** What is said, as one message; no item where nothing of it has a place. */
export function writeSaid(run: readonly ShownPart[], { message }: MessageSource): Written {
  const { role } = message;
  const content = run.map(({ part }) => saidElement(part, role)).filter((each) => each !== null);
  const losses = run
    .filter(({ part }) => saidElement(part, role) === null)
    .map((shown) => partNotCarried('openai-responses', shown, message));
  const json = content.length === 0 ? null : JSON.stringify({ role, content: contentValue(content) });
  return { json, losses, repairs: [] };
}

function saidElement(part: Part, role: Role): JsonObject | null {
  if (role === 'tool') return null;
  const isMedia = part.type === 'image' || part.type === 'file';
  return isMedia && role !== 'user' ? null : elementOf(part, sideOf(role));
}

export function writeCall(call: ToolCallPart, index: number, { calls, message }: MessageSource): Written {
  if (message.role !== 'assistant') {
    return lost(partNotCarried('openai-responses', { part: call, index }, message));
  }
  const id = callIdFor(CALL_ID, call.id, calls.get(call.id));
  const name = toolNameFor(call.name, TOOL_NAME_LENGTH);
  const asked = isJson(call.arguments)
    ? { json: call.arguments, repairs: [] }
    : argumentsObject(call.arguments, index);
  return kept(JSON.stringify({ type: 'function_call', call_id: id, name, arguments: asked.json }), [
    ...renamedCall(call.id, id, index),
    ...renamedTool(call.name, name, index),
    ...asked.repairs,
  ]);
}

export function writeResult(result: ToolResultPart, index: number, { calls }: MessageSource): Written {
  const { callId, content } = result;
  const elements = content.map((item) => elementOf(item, 'output'));
  const output = contentValue(elements.filter((each) => each !== null));
  const id = callIdFor(CALL_ID, callId, calls.get(callId));
  const json = JSON.stringify({ type: 'function_call_output', call_id: id, output });
  const isTaken = (item: (typeof content)[number]) => elementOf(item, 'output') !== null;
  return { ...kept(json), losses: resultNotCarried('openai-responses', index, result, isTaken) };
}

/** A single text as itself. */
function contentValue(content: readonly JsonObject[]): unknown {
  const [only] = content;
  if (!only) return '';
  return content.length === 1 && typeof only['text'] === 'string' ? only['text'] : content;
}
