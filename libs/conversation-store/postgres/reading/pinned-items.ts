import type { Item } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';
import { itemColumns, itemFromRow, type ItemRow } from '../rows/item-row';

/** System and developer messages, by position. */
export async function pinnedItems(database: Queryable, key: ConversationKey): Promise<Item[]> {
  const rows = await database.query<ItemRow>(
    `SELECT ${itemColumns} FROM conversation_items
     WHERE tenant = $1 AND conversation = $2 AND ordinal IS NULL
     ORDER BY position`,
    keyParameters(key),
  );
  return rows.map(itemFromRow);
}
