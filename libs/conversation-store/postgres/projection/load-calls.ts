import type { Call } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import { byteaArray } from '../bytea-array';
import { keyParameters } from '../key-parameters';
import { toNumber, toNumberOrNull } from '../rows/columns';
import { fromColumn } from '../text-column';
import { callHash } from './call-hash';

interface Row {
  readonly call_id: string;
  readonly opened_at: string;
  readonly group_position: string | null;
  readonly result: string | null;
}

const sql = `
  SELECT call_id, opened_at, group_position, result FROM conversation_calls
  WHERE tenant = $1 AND conversation = $2 AND call_hash = ANY ($3::bytea[])`;

/** Every use of these tool call ids. */
export async function loadCalls(
  tx: Queryable,
  key: ConversationKey,
  ids: readonly string[],
): Promise<Call[]> {
  if (ids.length === 0) return [];
  const hashes = byteaArray(ids.map(callHash));
  const rows = await tx.query<Row>(sql, [...keyParameters(key), hashes]);
  return rows.map((row) => ({
    callId: fromColumn(row.call_id),
    openedAt: toNumber(row.opened_at),
    group: toNumberOrNull(row.group_position),
    result: toNumberOrNull(row.result),
  }));
}
