import type { Changes, Key } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { loadCalls } from './load-calls';
import { loadActiveCheckpoints, loadCheckpoints } from './load-checkpoints';
import { loadDescription } from './load-description';
import { loadGroups } from './load-groups';
import { type ItemNumber, loadItems, loadItemsWithin } from './load-items';

/**
 * The stored rows that answer the keys, one statement a kind. For boundaries these are all groups that end at or after
 * the lowest one, up to `groupsKnownFrom`, so that later questions about higher boundaries are answered too.
 */
export async function loadWorkingSet(
  tx: Queryable,
  conversation: ConversationKey,
  keys: readonly Key[],
  groupsKnownFrom: number,
): Promise<Omit<Changes, 'head'>> {
  const items = async (kind: ItemNumber) => loadItems(tx, conversation, kind, numbers(keys, kind));
  const lowest = Math.min(groupsKnownFrom, ...numbers(keys, 'groups-across'));
  const ends = { from: lowest, to: groupsKnownFrom };
  return {
    items: [
      ...(await items('item')),
      ...(await items('item-at')),
      ...(await items('item-of-result')),
      ...(await loadItemsWithin(tx, conversation, stretches(keys, 'items-within'))),
    ],
    groups: await loadGroups(tx, conversation, numbers(keys, 'group'), ends),
    calls: await loadCalls(tx, conversation, ids(keys, 'calls')),
    checkpoints: [
      ...(await loadCheckpoints(tx, conversation, ids(keys, 'checkpoint'))),
      ...(await loadActiveCheckpoints(tx, conversation, stretches(keys, 'active-within'))),
    ],
    ...(keys.some(({ kind }) => kind === 'description')
      ? { description: await loadDescription(tx, conversation) }
      : {}),
  };
}

function stretches(
  keys: readonly Key[],
  kind: 'active-within' | 'items-within',
): { readonly from: number; readonly to: number }[] {
  return keys.flatMap((key) => (key.kind === kind && 'from' in key ? [key] : []));
}

function numbers(keys: readonly Key[], kind: Key['kind']): number[] {
  return keys.flatMap((key) => (key.kind === kind && 'number' in key ? [key.number] : []));
}

function ids(keys: readonly Key[], kind: Key['kind']): string[] {
  return keys.flatMap((key) => (key.kind === kind && 'id' in key ? [key.id] : []));
}
