import { fieldsOf } from '../../json-object';
import { messageView, type MessageView as Message } from '../message-view';

export interface MessageView extends Message {
  readonly index: number;
  readonly value: unknown;
}

/** A body as the rules look at it; of any shape. */
export interface BodyView {
  readonly system: unknown;
  /** What stands as `messages`. */
  readonly list: unknown;
  /** Its messages, none where it is no list. */
  readonly messages: readonly MessageView[];
}

export function viewOf(body: unknown): BodyView {
  const { system, messages: list } = fieldsOf(body);
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  return { system, list, messages: entries.map((value, index) => ({ index, value, ...messageView(value) })) };
}
