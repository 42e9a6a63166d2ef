import type { Item } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';
import { itemColumns, itemFromRow, type ItemRow } from '../rows/item-row';
import type { Stretch } from './window-start';

/** Messages of these stretches, and results elsewhere that answer their calls, by position. */
export async function windowItems(
  database: Queryable,
  key: ConversationKey,
  stretches: readonly Stretch[],
): Promise<Item[]> {
  const rows = await database.query<ItemRow>(
    `WITH inside AS MATERIALIZED (
       SELECT item.position, item.group_position
       FROM unnest($3::int[], $4::int[]) AS stretch (first, past)
       JOIN conversation_items AS item
         ON item.tenant = $1 AND item.conversation = $2
         AND item.ordinal >= stretch.first AND item.ordinal < stretch.past
     ), shown AS (
       SELECT position FROM inside
       UNION
       SELECT member.position FROM inside AS head
       JOIN conversation_items AS member
         ON member.tenant = $1 AND member.conversation = $2 AND member.group_position = head.position
       WHERE head.group_position = head.position
     )
     SELECT ${itemColumns} FROM conversation_items JOIN shown USING (position)
     WHERE tenant = $1 AND conversation = $2
     ORDER BY position`,
    [...keyParameters(key), stretches.map(({ from }) => from), stretches.map(({ to }) => to)],
  );
  return rows.map(itemFromRow);
}
