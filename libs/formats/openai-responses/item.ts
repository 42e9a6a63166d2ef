import type { Role } from '@verbatim/conversation';
import type { JsonObject } from '../json-object';

/** How a kind of call is written, and what answers it. */
interface CallKind {
  /** The tool's name where the item names none. */
  readonly tool: string | null;
  /** Names of the member that holds what is asked for; the first one that is there counts. */
  readonly payload: readonly string[];
  /** Types of the items that answer it; the first one is written. */
  readonly outputs: readonly string[];
}

/** Calls that the runtime answers, by the type of their item. */
export const CALLS: ReadonlyMap<string, CallKind> = new Map([
  ['function_call', { tool: null, payload: ['arguments'], outputs: ['function_call_output'] }],
  ['custom_tool_call', { tool: null, payload: ['input'], outputs: ['custom_tool_call_output'] }],
  ['computer_call', { tool: 'computer', payload: ['actions', 'action'], outputs: ['computer_call_output'] }],
  [
    'local_shell_call',
    {
      tool: 'local_shell',
      payload: ['action'],
      outputs: ['local_shell_call_output', 'function_call_output'],
    },
  ],
  ['shell_call', { tool: 'shell', payload: ['action'], outputs: ['shell_call_output'] }],
  ['apply_patch_call', { tool: 'apply_patch', payload: ['operation'], outputs: ['apply_patch_call_output'] }],
]);

const OUTPUTS = new Set([...CALLS.values()].flatMap(({ outputs }) => outputs));
const ROLES: readonly unknown[] = ['user', 'assistant', 'system', 'developer'] satisfies Role[];

/** The item's type; messages and references may leave it out. Empty where this is no item. */
export function itemType(item: JsonObject): string {
  const { type, role, id } = item;
  if (typeof type === 'string') return type;
  if (type !== undefined && type !== null) return '';
  if (role !== undefined) return 'message';
  return typeof id === 'string' ? 'item_reference' : '';
}

export function isOutput(item: JsonObject): boolean {
  return OUTPUTS.has(itemType(item));
}

/** Whose item it is: what the model or the provider made is the assistant's. */
export function roleOf(item: JsonObject): Role {
  const type = itemType(item);
  if (isOutput(item)) return 'tool';
  if (type === 'mcp_approval_response' || type === 'compaction_trigger') return 'user';
  const { role } = item;
  return (type === 'message' || type === 'additional_tools') && isRole(role) ? role : 'assistant';
}

export function isRole(role: unknown): role is Exclude<Role, 'tool'> {
  return ROLES.includes(role);
}

/** Where a call or an output has its call's id: the output of a local shell call may have it as its own id. */
export function callIdKey(item: JsonObject): 'call_id' | 'id' {
  const isOld = itemType(item) === 'local_shell_call_output' && typeof item['call_id'] !== 'string';
  return isOld ? 'id' : 'call_id';
}

/** The id of the item itself, null where it has none. */
export function itemIdOf(item: JsonObject): string | null {
  const { id } = item;
  const isCallId = isOutput(item) && callIdKey(item) === 'id';
  return typeof id === 'string' && !isCallId ? id : null;
}

/** What holds the id of the call, `undefined` where this is neither a call nor an output. */
export function callIdOf(item: JsonObject): unknown {
  return CALLS.has(itemType(item)) || isOutput(item) ? item[callIdKey(item)] : undefined;
}

/** True of what stands apart from the input: the data of instructions, and their fragment. */
export function isInstructions(value: JsonObject): boolean {
  return itemType(value) === '' && Object.hasOwn(value, 'instructions');
}
