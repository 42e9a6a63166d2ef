import { fieldsOf, isObject } from '../../json-object';
import { type ToolUse, toolUse } from '../tool-use';

/** What the rules look at in one message. */
export interface MessageView {
  readonly index: number;
  readonly ai: unknown;
  readonly content: unknown;
  readonly use: ToolUse | null;
}

/** A parsed body as the rules look at it. What has not the shape of a history is left to the rule on shape. */
export interface BodyView {
  readonly system: unknown;
  /** What stands as `messages`. */
  readonly list: unknown;
  readonly messages: readonly MessageView[];
}

export const SOURCE = 'https://github.com/agent0ai/agent-zero/blob/main';

export function viewOf(body: unknown): BodyView {
  const { system, messages: list } = fieldsOf(body);
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  const messages = entries.flatMap((entry, index) => {
    const { ai, content } = fieldsOf(entry);
    return isObject(entry) ? [{ index, ai, content, use: toolUse(ai, content) }] : [];
  });
  return { system, list, messages };
}
