import type { Group } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';
import { groupColumns, groupFromRow, type GroupRow } from '../rows/group-row';

export async function groupsAt(
  database: Queryable,
  key: ConversationKey,
  positions: readonly number[],
): Promise<Group[]> {
  const rows = await database.query<GroupRow>(
    `SELECT ${groupColumns} FROM conversation_groups
     WHERE tenant = $1 AND conversation = $2 AND position = ANY ($3::bigint[])
     ORDER BY position`,
    [...keyParameters(key), positions],
  );
  return rows.map(groupFromRow);
}
