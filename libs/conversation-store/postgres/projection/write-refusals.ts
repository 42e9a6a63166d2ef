import type { Queryable } from '@verbatim/postgres';
import type { ConversationWrite } from '../../projection/projection-store';
import { newest, type RowOf, upsertion, writeRows } from './recordset';

const columns = { tenant: 'text', conversation: 'text', position: 'bigint', code: 'text', detail: 'text' };

const sql = upsertion('event_refusals', columns, ['tenant', 'conversation', 'position']);

export async function writeRefusals(tx: Queryable, writes: readonly ConversationWrite[]): Promise<void> {
  await writeRows(tx, sql, writes.flatMap(rowsOf));
}

function rowsOf({ stored: { tenant, conversation }, refusals }: ConversationWrite): RowOf<typeof columns>[] {
  return newest(refusals, ({ position }) => position).map(({ position, code, detail }) => ({
    tenant,
    conversation,
    position,
    code,
    detail,
  }));
}
