import type { Queryable } from '@verbatim/postgres';
import type { ConversationWrite } from '../../projection/projection-store';
import { callHash } from './call-hash';
import { hex, newest, type RowOf, upsertion, writeRows } from './recordset';

const columns = {
  tenant: 'text',
  conversation: 'text',
  call_hash: 'bytea',
  call_id: 'text',
  opened_at: 'bigint',
  group_position: 'bigint',
  result: 'bigint',
};

const sql = upsertion('conversation_calls', columns, ['tenant', 'conversation', 'call_hash', 'opened_at']);

export async function writeCalls(tx: Queryable, writes: readonly ConversationWrite[]): Promise<void> {
  await writeRows(tx, sql, writes.flatMap(rowsOf));
}

function rowsOf({ stored, calls }: ConversationWrite): RowOf<typeof columns>[] {
  const { tenant, conversation } = stored;
  return newest(calls, ({ openedAt, callId }) => `${openedAt} ${callId}`).map((call) => ({
    tenant,
    conversation,
    call_hash: hex(callHash(call.callId)),
    call_id: call.callId,
    opened_at: call.openedAt,
    group_position: call.group,
    result: call.result,
  }));
}
