import { createHash } from 'node:crypto';
import { fieldsOf } from '../json-object';
import { type JsonText, withoutProperties, withProperty } from '../json-text';
import { callIdOf, itemIdOf, itemType } from './item';
import { textOfValue } from '../checking/text-of-value';

/** Items that the provider knows by their id alone, or takes with no other. */
const WITH_ID_ONLY = new Set([
  'file_search_call',
  'web_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'item_reference',
  'program',
  'program_output',
]);

/** Calls that need an id, but any does: what answers them names their call id. */
const WITH_ANY_ID = new Set(['computer_call', 'local_shell_call']);

/**
 * The item free of the id it came with: without one, or where it needs one with another, the
 * same for the same call id. Null where it is nothing without its id.
 */
export function withoutItemId(item: JsonText): string | null {
  const value = fieldsOf(item.value());
  const id = itemIdOf(value);
  if (id === null) return item.slice();
  if (WITH_ID_ONLY.has(itemType(value))) return null;
  if (!WITH_ANY_ID.has(itemType(value))) return withoutProperties(item, ['id']);
  const hash = createHash('sha256')
    .update(`${id}\n${textOfValue(callIdOf(value))}`)
    .digest('hex')
    .slice(0, 24);
  const prefix = /^[a-z]+_/.exec(id)?.[0] ?? 'item_';
  return withProperty(item, 'id', JSON.stringify(prefix + hash));
}

/** Hosted calls, which the provider takes after the reasoning that they were made with, or not at all. */
const HOSTED = new Set([
  'file_search_call',
  'web_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
]);

/** The item as the provider takes it without the reasoning that it was made with; null where it does not. */
export function withoutReasoning(item: JsonText): string | null {
  const type = itemType(fieldsOf(item.value()));
  if (HOSTED.has(type)) return null;
  return WITH_ID_ONLY.has(type) ? item.slice() : withoutItemId(item);
}
