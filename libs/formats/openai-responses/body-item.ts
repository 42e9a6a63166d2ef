import type { FragmentValue } from '../encoding';
import { fieldsOf, type JsonObject } from '../json-object';
import { JsonText } from '../json-text';

/** An item of a body in the making. */
export interface BodyItem extends FragmentValue {
  readonly value: JsonObject;
}

export function bodyItem(json: JsonText, fragment: number): BodyItem {
  return { json, value: fieldsOf(json.value()), fragment };
}

/** The item with another text; null leaves it out. */
export function withText(item: BodyItem, text: string | null): BodyItem[] {
  if (text === null) return [];
  return text === item.json.slice() ? [item] : [bodyItem(JsonText.parse(text), item.fragment)];
}
