import { fieldsOf, isObject, type JsonObject } from '../../json-object';

/** What the rules look at in one message; fields of the wrong type stay `unknown`. */
export interface MessageView {
  readonly index: number;
  readonly role: unknown;
  readonly content: unknown;
  readonly name: unknown;
  readonly refusal: unknown;
  readonly audio: unknown;
  readonly toolCalls: unknown;
  /** An assistant's, where they are a list. */
  readonly calls: readonly CallView[];
  /** The elements of `content`, where it is a list. */
  readonly elements: readonly JsonObject[];
  readonly answers: unknown;
}

export interface CallView {
  readonly id: unknown;
  readonly type: unknown;
  /** What stands under the key that `type` names. */
  readonly tool: JsonObject;
}

/** A parsed body as the rules look at it. What has not the shape of the API is left to the rule on shape. */
export interface BodyView {
  /** What stands as `messages`. */
  readonly list: unknown;
  readonly messages: readonly MessageView[];
}

export const API_REFERENCE = 'https://platform.openai.com/docs/api-reference/chat/create';

export function viewOf(body: unknown): BodyView {
  const { messages: list } = fieldsOf(body);
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  return {
    list,
    messages: entries.flatMap((entry, index) => (isObject(entry) ? messageView(entry, index) : [])),
  };
}

function messageView(message: JsonObject, index: number): MessageView {
  const { role, content, name, refusal, audio, tool_calls: toolCalls, tool_call_id: answers } = message;
  const calls = role === 'assistant' && Array.isArray(toolCalls) ? toolCalls.map(callView) : [];
  const elements = Array.isArray(content) ? content.map(fieldsOf) : [];
  return { index, role, content, name, refusal, audio, toolCalls, calls, elements, answers };
}

function callView(call: unknown): CallView {
  const fields = fieldsOf(call);
  const { id, type } = fields;
  return { id, type, tool: fieldsOf(typeof type === 'string' ? fields[type] : undefined) };
}

/** What `problem` finds first in a message's elements of this type. */
export function inElements(
  { elements }: MessageView,
  type: string,
  problem: (element: JsonObject) => string | null,
): string | null {
  const found = elements.flatMap((element) =>
    element['type'] === type ? (problem(fieldsOf(element[type])) ?? []) : [],
  );
  return found[0] ?? null;
}
