import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { conversationKey } from '../../projection/projection-store';
import { fromColumn, toColumn } from '../text-column';

interface Row {
  readonly tenant: string;
  readonly conversation: string;
  readonly encoding: string;
}

const sql = `
  SELECT tenant, conversation, state #>> '{policy,document,encoding}' AS encoding FROM conversation_heads
  WHERE (tenant, conversation) IN (SELECT * FROM unnest($1::text[], $2::text[]))`;

/** By `conversationKey`. */
export async function readEncodings(
  database: Queryable,
  keys: readonly ConversationKey[],
): Promise<Map<string, string>> {
  const rows = await database.query<Row>(sql, [
    keys.map(({ tenant }) => toColumn(tenant)),
    keys.map(({ conversation }) => toColumn(conversation)),
  ]);
  return new Map(
    rows.map((row) => [
      conversationKey({ tenant: fromColumn(row.tenant), conversation: fromColumn(row.conversation) }),
      row.encoding,
    ]),
  );
}
