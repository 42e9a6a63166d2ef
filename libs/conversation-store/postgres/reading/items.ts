import type { Item } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';
import { itemColumns, itemFromRow, type ItemRow } from '../rows/item-row';

/** System and developer messages, by position. */
export function pinnedItems(database: Queryable, key: ConversationKey): Promise<Item[]> {
  return itemsWhere(database, key, 'ordinal IS NULL');
}

export async function itemAtPosition(
  database: Queryable,
  key: ConversationKey,
  position: number,
): Promise<Item | null> {
  const [item] = await itemsWhere(database, key, 'position = $3', [position]);
  return item ?? null;
}

/** Unpinned messages with ordinals in [from, to). */
export function itemsBetween(
  database: Queryable,
  key: ConversationKey,
  from: number,
  to: number,
): Promise<Item[]> {
  return itemsWhere(database, key, 'ordinal >= $3 AND ordinal < $4', [from, to]);
}

/** Messages that hold any of the tool results numbered `from` to `through`, both included. */
export function itemsOfResults(
  database: Queryable,
  key: ConversationKey,
  from: number,
  through: number,
): Promise<Item[]> {
  // A message with several results is found by the number of its first one, which may lie before `from`.
  const condition = `first_result > 0 AND first_result <= $4 AND first_result + cardinality(answers) > $3
    AND first_result >= (
      SELECT coalesce(max(first_result), 1) FROM conversation_items
      WHERE tenant = $1 AND conversation = $2 AND first_result > 0 AND first_result <= $3
    )`;
  return itemsWhere(database, key, condition, [from, through]);
}

async function itemsWhere(
  database: Queryable,
  key: ConversationKey,
  condition: string,
  parameters: readonly number[] = [],
): Promise<Item[]> {
  const rows = await database.query<ItemRow>(
    `SELECT ${itemColumns} FROM conversation_items
     WHERE tenant = $1 AND conversation = $2 AND ${condition}
     ORDER BY position`,
    [...keyParameters(key), ...parameters],
  );
  return rows.map(itemFromRow);
}
