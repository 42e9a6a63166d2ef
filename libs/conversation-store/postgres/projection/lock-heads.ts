import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { StoredHead } from '../../projection/projection-store';
import { headColumns, headFromRow, type HeadRow } from '../rows/head-row';
import { toColumn } from '../text-column';

const sql = `
  SELECT ${headColumns} FROM conversation_heads
  WHERE (tenant, conversation) IN (SELECT * FROM unnest($1::text[], $2::text[]))
  ORDER BY tenant, conversation
  FOR UPDATE`;

/** Every writer locks heads in the same order, so that two of them wait for each other but never in a circle. */
export async function lockHeads(tx: Queryable, keys: readonly ConversationKey[]): Promise<StoredHead[]> {
  const rows = await tx.query<HeadRow>(sql, [
    keys.map(({ tenant }) => toColumn(tenant)),
    keys.map(({ conversation }) => toColumn(conversation)),
  ]);
  return rows.map(headFromRow);
}
