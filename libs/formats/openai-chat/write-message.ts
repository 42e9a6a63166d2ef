import {
  refusalOf,
  type Part,
  type Role,
  type ToolCallPart,
  type ToolResultPart,
} from '@verbatim/conversation';
import {
  callIdFor,
  kept,
  noticesOf,
  partNotCarried,
  renamedCall,
  renamedTool,
  resultNotCarried,
  type ShownPart,
  toolNameFor,
  type Written,
} from '../encoding';
import type { FormatNotice, MessageSource } from '../format';
import type { JsonObject } from '../json-object';
import { elementOf } from './content-elements';
import { authorName, CALL_ID, TOOL_NAME_LENGTH } from './limits';

/** What is said and called, as one chat message: a single text as a string, several parts as a list. */
export function writeSaid(parts: readonly ShownPart[], { message, calls: known }: MessageSource): Written {
  const { role } = message;
  const losses = parts
    .filter(({ part }) => !isSaid(part, role))
    .map((shown) => partNotCarried('openai-chat', shown, message));
  if (losses.length > 0 && losses.length === parts.length && role !== 'user') {
    return { json: null, losses, repairs: [] };
  }
  const isAssistant = role === 'assistant';
  const elements = parts.map(({ part }) => elementOf(part, role)).filter((each) => each !== null);
  const refusals = isAssistant ? parts.flatMap(({ part }) => refusalOf(part) ?? []) : [];
  const calls = parts.flatMap(({ part, index }) =>
    isAssistant && part.type === 'tool-call' ? [writeCall(part, index, known)] : [],
  );
  const author = authorName(message.name ?? null);
  const isSilent = elements.length === 0 && calls.length + refusals.length > 0;
  const chat = {
    role,
    content: isSilent ? null : contentOf(elements),
    ...(refusals.length > 0 && { refusal: refusals.join('\n') }),
    ...(calls.length > 0 && { tool_calls: calls.map(({ call }) => call) }),
    ...(author.name !== null && { name: author.name }),
  };
  const { repairs } = noticesOf([author, ...calls]);
  return { json: JSON.stringify(chat), losses, repairs };
}

export function writeResult(result: ToolResultPart, index: number, { calls }: MessageSource): Written {
  const { callId, content } = result;
  const texts = content.filter(({ type }) => type === 'text');
  const id = callIdFor(CALL_ID, callId, calls.get(callId));
  const chat = { role: 'tool', tool_call_id: id, content: contentOf(texts) };
  const losses = resultNotCarried('openai-chat', index, result, ({ type }) => type === 'text');
  return { ...kept(JSON.stringify(chat)), losses };
}

/** True where chat completions have a place for the part in a message of this role. */
function isSaid(part: Part, role: Role): boolean {
  if (role === 'assistant' && (part.type === 'tool-call' || refusalOf(part) !== undefined)) return true;
  return role !== 'tool' && elementOf(part, role) !== null;
}

function writeCall(
  { id: callId, name: toolName, arguments: text }: ToolCallPart,
  index: number,
  known: MessageSource['calls'],
): { call: JsonObject; repairs: FormatNotice[] } {
  const id = callIdFor(CALL_ID, callId, known.get(callId));
  const name = toolNameFor(toolName, TOOL_NAME_LENGTH);
  const call = { id, type: 'function', function: { name, arguments: text } };
  return { call, repairs: [...renamedCall(callId, id, index), ...renamedTool(toolName, name, index)] };
}

function contentOf(elements: readonly JsonObject[]): string | readonly JsonObject[] {
  const [only] = elements;
  if (!only) return '';
  return elements.length === 1 && typeof only['text'] === 'string' ? only['text'] : elements;
}
