import type { Head, Item } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import { keyParameters } from '../key-parameters';
import { itemColumns, itemFromRow, type ItemRow } from '../rows/item-row';
import type { Stretch } from './window-start';

/**
 * Messages of these stretches and results elsewhere that answer their calls, by position; and, wherever they stand,
 * groups that a context must show: those still open, and the newest one while the model has not read its results.
 */
export async function windowItems(
  database: Queryable,
  head: Head,
  stretches: readonly Stretch[],
): Promise<Item[]> {
  const rows = await database.query<ItemRow>(
    `WITH inside AS MATERIALIZED (
       SELECT item.position, item.group_position
       FROM unnest($3::int[], $4::int[]) AS stretch (first, past)
       JOIN conversation_items AS item
         ON item.tenant = $1 AND item.conversation = $2
         AND item.ordinal >= stretch.first AND item.ordinal < stretch.past
       UNION
       SELECT position, group_position FROM conversation_items
       WHERE tenant = $1 AND conversation = $2 AND position = ANY ($5)
       UNION
       SELECT position, group_position FROM conversation_items
       WHERE tenant = $1 AND conversation = $2 AND ordinal = $6
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
    [
      ...keyParameters(head),
      stretches.map(({ from }) => from),
      stretches.map(({ to }) => to),
      head.openGroups.map(({ position }) => position),
      head.unreadFrom,
    ],
  );
  return rows.map(itemFromRow);
}
