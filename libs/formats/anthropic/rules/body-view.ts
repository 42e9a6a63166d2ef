import { fieldsOf, isObject, type JsonObject, typeOf } from '../../json-object';

/** A block of a message; a string is one text block. `inner` are the blocks inside a result. */
export interface BlockView {
  readonly type: string;
  readonly value: JsonObject;
  readonly inner: readonly JsonObject[];
  /** Index of its message; null in the system prompt. */
  readonly index: number | null;
}

export interface MessageView {
  readonly index: number;
  readonly role: unknown;
  readonly content: unknown;
  readonly otherKeys: readonly string[];
  readonly blocks: readonly BlockView[];
}

/** Messages of one role that follow each other: the provider reads them as one. */
export interface TurnView {
  readonly role: string;
  readonly index: number;
  readonly blocks: readonly BlockView[];
}

/** A parsed body as the rules look at it. What has not the shape of the API is left to the rule on shape. */
export interface BodyView {
  readonly body: unknown;
  readonly system: readonly BlockView[];
  readonly messages: readonly MessageView[];
  /** Without system messages. */
  readonly turns: readonly TurnView[];
  /** Of system prompt and messages, in order. */
  readonly blocks: readonly BlockView[];
}

export function viewOf(body: unknown): BodyView {
  const fields = fieldsOf(body);
  const list: readonly unknown[] = Array.isArray(fields['messages']) ? fields['messages'] : [];
  const messages = list.map((message, index) => {
    const { role, content, ...others } = fieldsOf(message);
    return { index, role, content, otherKeys: Object.keys(others), blocks: blocksOf(content, index) };
  });
  const system = blocksOf(fields['system'], null);
  const blocks = [...system, ...messages.flatMap((message) => message.blocks)];
  return { body, system, messages, turns: turnsOf(messages), blocks };
}

function blocksOf(content: unknown, index: number | null): BlockView[] {
  if (typeof content === 'string') return [blockOf({ type: 'text', text: content }, index)];
  const entries: readonly unknown[] = Array.isArray(content) ? content : [];
  return entries.filter(isObject).map((value) => blockOf(value, index));
}

function blockOf(value: JsonObject, index: number | null): BlockView {
  const content: readonly unknown[] = Array.isArray(value['content']) ? value['content'] : [];
  return { type: typeOf(value), value, inner: content.filter(isObject), index };
}

function turnsOf(messages: readonly MessageView[]): TurnView[] {
  const turns: TurnView[] = [];
  for (const { role, index, blocks } of messages) {
    if (role !== 'user' && role !== 'assistant') continue;
    const last = turns.at(-1);
    if (last?.role !== role) turns.push({ role, index, blocks });
    else turns[turns.length - 1] = { ...last, blocks: [...last.blocks, ...blocks] };
  }
  return turns;
}
