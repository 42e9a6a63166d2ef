import { fieldsOf, typeOf } from '../json-object';

interface Turn<Block> {
  readonly role: string;
  readonly blocks: readonly Block[];
}

/**
 * The blocks of the provider's own tools that it refuses: a result whose call is not before it, and a call whose result does
 * not follow in the request. A call may lack it where the last assistant turn leaves it at work: the turn was paused and is
 * the last message, or holds calls for the runtime, which the call's program waits for.
 */
export function unpaired<Block extends { readonly value: unknown }>(
  turns: readonly Turn<Block>[],
): Set<Block> {
  const open = new Map<string, Block>();
  const refused = new Set<Block>();
  for (const { value, block } of turns.flatMap(assistantBlocks)) {
    const use = usedId(value);
    const answered = answeredId(value);
    const again = use === null ? undefined : open.get(use);
    if (again) refused.add(again);
    if (use !== null) open.set(use, block);
    if (answered !== null && !open.delete(answered)) refused.add(block);
  }
  const atWork = idsAtWork(turns);
  for (const [id, block] of open) if (!atWork.has(id)) refused.add(block);
  return refused;
}

function assistantBlocks<Block extends { readonly value: unknown }>({ role, blocks }: Turn<Block>) {
  return role === 'assistant' ? blocks.map((block) => ({ value: block.value, block })) : [];
}

function idsAtWork(turns: readonly Turn<{ readonly value: unknown }>[]): Set<unknown> {
  const at = turns.findLastIndex(({ role }) => role === 'assistant');
  const blocks = turns[at]?.blocks ?? [];
  const calls = blocks.filter(({ value }) => typeOf(value) === 'tool_use');
  if (at !== turns.length - 1 && calls.length === 0) return new Set();
  return new Set([...blocks.map(({ value }) => usedId(value)), ...calls.map(({ value }) => callerOf(value))]);
}

/** Of a call that a program of the provider made: the id of the program's call. */
function callerOf(call: unknown): unknown {
  return fieldsOf(fieldsOf(call)['caller'])['tool_id'];
}

function usedId(block: unknown): string | null {
  const { id } = fieldsOf(block);
  const isUse = ['server_tool_use', 'mcp_tool_use'].includes(typeOf(block));
  return isUse && typeof id === 'string' ? id : null;
}

function answeredId(block: unknown): string | null {
  const { tool_use_id: id } = fieldsOf(block);
  return typeOf(block).endsWith('_tool_result') && typeof id === 'string' ? id : null;
}
