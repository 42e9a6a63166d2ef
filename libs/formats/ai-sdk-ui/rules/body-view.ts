import { fieldsOf, type JsonObject } from '../../json-object';

export interface MessageView {
  readonly index: number;
  readonly value: unknown;
  readonly id: unknown;
  readonly role: unknown;
  readonly parts: readonly JsonObject[];
}

/** A body as the rules look at it; of any shape. */
export interface BodyView {
  /** What stands as `messages`. */
  readonly list: unknown;
  /** Its messages, none where it is no list. */
  readonly messages: readonly MessageView[];
}

export function viewOf(body: unknown): BodyView {
  const { messages: list } = fieldsOf(body);
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  const messages = entries.map((value, index) => {
    const { id, role, parts } = fieldsOf(value);
    const found: readonly unknown[] = Array.isArray(parts) ? parts : [];
    return { index, value, id, role, parts: found.map(fieldsOf) };
  });
  return { list, messages };
}
