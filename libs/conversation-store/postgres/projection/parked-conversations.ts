import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { fromColumn } from '../text-column';

export async function parkedConversations(
  database: Queryable,
  topic: string,
  partition: number,
): Promise<ConversationKey[]> {
  const rows = await database.query<ConversationKey>(
    `SELECT tenant, conversation FROM conversation_heads
     WHERE parked_code IS NOT NULL AND topic = $1 AND partition = $2
     ORDER BY tenant, conversation`,
    [topic, partition],
  );
  return rows.map(({ tenant, conversation }) => ({
    tenant: fromColumn(tenant),
    conversation: fromColumn(conversation),
  }));
}
