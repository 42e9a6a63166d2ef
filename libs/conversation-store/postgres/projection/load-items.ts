import type { Item } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import { keyParameters } from '../key-parameters';
import { itemColumns, itemFromRow, type ItemRow } from '../rows/item-row';
import type { ConversationKey } from '../../journal-row';

export type ItemNumber = 'item' | 'item-at' | 'item-of-result';

const select = `SELECT ${itemColumns} FROM conversation_items WHERE tenant = $1 AND conversation = $2`;

/** Results are numbered without holes: the newest message at or before a number holds it, where any does. */
const statements: Readonly<Record<ItemNumber, string>> = {
  item: `${select} AND position = ANY ($3::bigint[])`,
  'item-at': `${select} AND ordinal IS NOT NULL AND ordinal = ANY ($3::bigint[])`,
  'item-of-result': `
    SELECT found.* FROM unnest($3::bigint[]) AS asked (result), LATERAL (
      ${select} AND first_result > 0 AND first_result <= result ORDER BY first_result DESC LIMIT 1
    ) AS found`,
};

/** The items that have these numbers: positions, ordinals, or those of tool results. */
export async function loadItems(
  tx: Queryable,
  key: ConversationKey,
  kind: ItemNumber,
  numbers: readonly number[],
): Promise<Item[]> {
  if (numbers.length === 0) return [];
  const rows = await tx.query<ItemRow>(statements[kind], [...keyParameters(key), numbers]);
  return rows.map(itemFromRow);
}

const within = `
  SELECT found.* FROM unnest($3::int[], $4::int[]) AS asked (first, beyond), LATERAL (
    ${select} AND ordinal >= first AND ordinal < beyond
  ) AS found`;

/** Unpinned messages with ordinals in the stretches [from, to). */
export async function loadItemsWithin(
  tx: Queryable,
  key: ConversationKey,
  stretches: readonly { readonly from: number; readonly to: number }[],
): Promise<Item[]> {
  if (stretches.length === 0) return [];
  const ends = [stretches.map(({ from }) => from), stretches.map(({ to }) => to)];
  return (await tx.query<ItemRow>(within, [...keyParameters(key), ...ends])).map(itemFromRow);
}
