import { isLive, type Head, type Item } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import { keyParameters } from '../key-parameters';
import { itemColumns, itemFromRow, type ItemRow } from '../rows/item-row';
import type { Stretch } from './window-start';

/**
 * Messages of these stretches and the rest of their turns, results included, by position; and, wherever they stand,
 * groups that a context must show: those still open, and the newest one while it is live and the model has not read its
 * results.
 * `OFFSET 0` keeps the planner at probes of an index, whatever its statistics make it believe.
 */
export async function windowItems(
  database: Queryable,
  head: Head,
  stretches: readonly Stretch[],
): Promise<Item[]> {
  const rows = await database.query<ItemRow>(
    `WITH inside AS MATERIALIZED (
       SELECT item.* FROM unnest($3::int[], $4::int[]) AS stretch (first, past)
       CROSS JOIN LATERAL (
         SELECT ${itemColumns} FROM conversation_items
         WHERE tenant = $1 AND conversation = $2 AND ordinal >= stretch.first AND ordinal < stretch.past OFFSET 0
       ) AS item
       UNION
       SELECT item.* FROM unnest($5::bigint[]) AS wanted (at)
       CROSS JOIN LATERAL (
         SELECT ${itemColumns} FROM conversation_items
         WHERE tenant = $1 AND conversation = $2 AND position = wanted.at OFFSET 0
       ) AS item
       UNION
       SELECT ${itemColumns} FROM conversation_items
       WHERE tenant = $1 AND conversation = $2 AND ordinal = $6
     )
     SELECT * FROM inside
     UNION
     SELECT member.* FROM inside AS said
     CROSS JOIN LATERAL (
       SELECT ${itemColumns} FROM conversation_items
       WHERE tenant = $1 AND conversation = $2 AND group_position = said.group_position OFFSET 0
     ) AS member
     WHERE said.role = 'assistant'
     ORDER BY position`,
    [
      ...keyParameters(head),
      stretches.map(({ from }) => from),
      stretches.map(({ to }) => to),
      head.openGroups.flatMap(({ members }) => members.map(({ position }) => position)),
      head.unreadFrom !== null && isLive(head.coverage, head.unreadFrom) ? head.unreadFrom : null,
    ],
  );
  return rows.map(itemFromRow);
}
