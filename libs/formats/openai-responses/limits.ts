import type { CallIdRule } from '../encoding';
import type { JsonObject } from '../json-object';
import { itemIdOf, itemType } from './item';

/** What the Responses API takes; each limit's source stands at the rule that checks it. */
export const CALL_ID: CallIdRule = { pattern: /./s, maxLength: 64, unique: true };
export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
export const TOOL_NAME_LENGTH = 128;
const ITEM_ID_LENGTH = 64;

const ID_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['message', 'msg'],
  ['function_call', 'fc'],
  ['reasoning', 'rs'],
]);

/** What is wrong with the id that an item has of its own; null where nothing is. */
export function itemIdProblem(item: JsonObject): string | null {
  const prefix = ID_PREFIXES.get(itemType(item));
  const { id } = item;
  if (prefix !== undefined && id !== undefined && typeof id !== 'string') return 'the id is no text';
  const known = itemIdOf(item);
  if (known === null) return null;
  if (known.length > ITEM_ID_LENGTH) return `the id has more than ${ITEM_ID_LENGTH} characters`;
  return prefix === undefined || known.startsWith(prefix) ? null : `the id does not begin with ${prefix}`;
}

/** Keys of a response's items that the API does not take back. */
export function refusedKeys(item: JsonObject): string[] {
  const type = itemType(item);
  const refused = ['created_by'];
  if (type === 'function_call') refused.push('parsed_arguments');
  if (type === 'reasoning') refused.push('status');
  if (type === 'message' && item['role'] !== 'assistant') refused.push('phase');
  return refused.filter((key) => Object.hasOwn(item, key));
}

/** True of reasoning that its provider can read again: sealed, or kept under its id. */
export function isReadable({ id, encrypted_content: encrypted }: JsonObject): boolean {
  return typeof id === 'string' || (typeof encrypted === 'string' && encrypted !== '');
}

/** The API takes reasoning's text in its summary alone. */
export function hasReasoningContent({ content }: JsonObject): boolean {
  return content !== undefined && !(Array.isArray(content) && content.length === 0);
}
