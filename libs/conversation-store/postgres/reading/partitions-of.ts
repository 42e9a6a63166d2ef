import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { conversationKey } from '../../projection/projection-store';
import { fromColumn, toColumn } from '../text-column';

/** See `ConversationReader.partitionsOf`. */
export async function partitionsOf(
  database: Queryable,
  keys: readonly ConversationKey[],
  topic: string,
): Promise<Map<string, number>> {
  const rows = await database.query<{ tenant: string; conversation: string; partition: number }>(
    `SELECT tenant, conversation, partition FROM conversation_heads
     JOIN unnest($1::text[], $2::text[]) AS key (tenant, conversation) USING (tenant, conversation)
     WHERE topic = $3 AND partition IS NOT NULL`,
    [
      keys.map(({ tenant }) => toColumn(tenant)),
      keys.map(({ conversation }) => toColumn(conversation)),
      toColumn(topic),
    ],
  );
  return new Map(
    rows.map(({ tenant, conversation, partition }) => [
      conversationKey({ tenant: fromColumn(tenant), conversation: fromColumn(conversation) }),
      partition,
    ]),
  );
}
