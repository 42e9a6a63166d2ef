import type { Group } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { keyParameters } from '../key-parameters';
import { groupColumns, groupFromRow, type GroupRow } from '../rows/group-row';

const sql = `
  SELECT ${groupColumns} FROM conversation_groups
  WHERE tenant = $1 AND conversation = $2 AND position = ANY ($3::bigint[])
  UNION ALL
  SELECT ${groupColumns} FROM conversation_groups
  WHERE tenant = $1 AND conversation = $2 AND last_ordinal >= $4::bigint AND last_ordinal < $5::bigint`;

/** The groups at these positions, and those whose last member lies within the ordinals [from, to); some of them twice. */
export async function loadGroups(
  tx: Queryable,
  key: ConversationKey,
  positions: readonly number[],
  last: { readonly from: number; readonly to: number },
): Promise<Group[]> {
  if (positions.length === 0 && last.from >= last.to) return [];
  const rows = await tx.query<GroupRow>(sql, [...keyParameters(key), positions, last.from, last.to]);
  return rows.map(groupFromRow);
}
