import { firstOrdinal, lastOrdinal } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationWrite } from '../../projection/projection-store';
import { newest, type RowOf, upsertion, writeRows } from './recordset';

const columns = {
  tenant: 'text',
  conversation: 'text',
  position: 'bigint',
  first_ordinal: 'integer',
  last_ordinal: 'integer',
  members: 'jsonb',
  pending: 'text[]',
  abandoned_at: 'bigint',
};

const sql = upsertion('conversation_groups', columns, ['tenant', 'conversation', 'position']);

export async function writeGroups(tx: Queryable, writes: readonly ConversationWrite[]): Promise<void> {
  await writeRows(tx, sql, writes.flatMap(rowsOf));
}

function rowsOf({ stored, groups }: ConversationWrite): RowOf<typeof columns>[] {
  const { tenant, conversation } = stored;
  return newest(groups, ({ position }) => position).map((group) => ({
    tenant,
    conversation,
    position: group.position,
    first_ordinal: firstOrdinal(group),
    last_ordinal: lastOrdinal(group),
    members: group.members,
    pending: group.pending,
    abandoned_at: group.abandonedAt,
  }));
}
