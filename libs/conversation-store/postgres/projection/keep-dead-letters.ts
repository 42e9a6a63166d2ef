import type { Queryable } from '@verbatim/postgres';
import type { DeadLetter } from '../../projection/projection-store';
import { hex, insertion, type RowOf, writeRows } from './recordset';

const columns = {
  kind: 'text',
  tenant: 'text',
  conversation: 'text',
  event_id: 'text',
  topic: 'text',
  partition: 'integer',
  log_offset: 'bigint',
  code: 'text',
  detail: 'text',
  record_key: 'bytea',
  headers: 'bytea',
  raw: 'bytea',
};

/** A rebuilt projection meets the same records again. */
const sql = `${insertion('dead_letters', columns)} ON CONFLICT (topic, partition, log_offset) DO NOTHING`;

export async function keepDeadLetters(tx: Queryable, letters: readonly DeadLetter[]): Promise<void> {
  await writeRows(tx, sql, letters.map(rowOf));
}

function rowOf(letter: DeadLetter): RowOf<typeof columns> {
  return {
    kind: letter.kind,
    tenant: letter.tenant,
    conversation: letter.conversation,
    event_id: letter.eventId,
    topic: letter.topic,
    partition: letter.partition,
    log_offset: letter.offset,
    code: letter.code,
    detail: letter.detail,
    record_key: hex(letter.recordKey),
    headers: hex(letter.headers),
    raw: hex(letter.raw),
  };
}
