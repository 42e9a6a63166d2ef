import { fieldsOf, isObject, type JsonObject } from '../../json-object';
import { itemType } from '../item';

export interface ItemView {
  readonly index: number;
  /** Empty where it is no item. */
  readonly type: string;
  readonly value: JsonObject;
}

/** A parsed body as the rules look at it. What has not the shape of the API is left to the rule on shape. */
export interface BodyView {
  readonly body: unknown;
  readonly items: readonly ItemView[];
}

export function viewOf(body: unknown): BodyView {
  const { input } = fieldsOf(body);
  const list: readonly unknown[] = Array.isArray(input) ? input : [];
  const items = list.flatMap((value, index) =>
    isObject(value) ? [{ index, type: itemType(value), value }] : [],
  );
  return { body, items };
}

/** The elements of an item's content, or of its output. */
export function elementsOf({ value, type }: ItemView): JsonObject[] {
  const content = type === 'message' ? value['content'] : value['output'];
  const isListed =
    type === 'message' || type === 'function_call_output' || type === 'custom_tool_call_output';
  return isListed && Array.isArray(content) ? content.filter(isObject) : [];
}
