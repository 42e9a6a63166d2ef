import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { ConversationListing } from '../../reading/conversation-reader';
import { headColumns, headFromRow, type HeadRow } from '../rows/head-row';
import { fromColumn, toColumn } from '../text-column';

/** A page in the database's own order of ids; `after` is the last id of the page before. */
export async function conversationsAfter(
  database: Queryable,
  tenant: string,
  after: string | null,
  limit: number,
): Promise<ConversationListing[]> {
  const rows = await database.query<HeadRow & { created_at: Date; updated_at: Date }>(
    `SELECT ${headColumns}, created_at, updated_at FROM conversation_heads
     WHERE tenant = $1 AND ($2::text IS NULL OR conversation > $2)
     ORDER BY conversation LIMIT $3`,
    [toColumn(tenant), after === null ? null : toColumn(after), limit],
  );
  return rows.map((row) => {
    const { conversation, journalPosition, head } = headFromRow(row);
    const { created_at: createdAt, updated_at: updatedAt } = row;
    return { tenant, conversation, head, journalPosition, createdAt, updatedAt };
  });
}

export async function followersOfDefault(
  database: Queryable,
  tenant: string,
  usedSince: Date,
): Promise<ConversationKey[]> {
  const rows = await database.query<{ conversation: string }>(
    `SELECT conversation FROM conversation_heads
     WHERE tenant = $1 AND state -> 'policy' ->> 'origin' = 'default' AND (updated_at >= $2 OR EXISTS (
       SELECT FROM sessions
       WHERE sessions.tenant = conversation_heads.tenant AND sessions.conversation = conversation_heads.conversation
         AND last_used >= $2
     ))
     ORDER BY conversation`,
    [toColumn(tenant), usedSince],
  );
  return rows.map(({ conversation }) => ({ tenant, conversation: fromColumn(conversation) }));
}

export async function conversationsUnder(
  database: Queryable,
  tenant: string,
  policy: string,
): Promise<number> {
  const [row] = await database.query<{ conversations: number }>(
    `SELECT count(*)::int AS conversations FROM conversation_heads
     WHERE tenant = $1 AND state -> 'policy' ->> 'name' = $2`,
    [toColumn(tenant), toColumn(policy)],
  );
  return row?.conversations ?? 0;
}
