import { createHash } from 'node:crypto';
import type { Queryable } from '@verbatim/postgres';
import type { DeadLetter } from '../../projection/projection-store';
import { besideTopic } from '../dead-letters/place';
import { hex, recordset, type RowOf, writeRows } from './recordset';

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
const names = Object.keys(columns);

/** Of a log that was made again: the place is the one that a record of the log before had. */
const isTaken = `EXISTS (
  SELECT FROM dead_letters AS kept
  WHERE (kept.topic, kept.partition, kept.log_offset) = (written.topic, written.partition, written.log_offset)
    AND (kept.record_key, kept.headers, kept.raw)
      IS DISTINCT FROM (written.record_key, written.headers, written.raw))`;
const values = names.map((name) =>
  name === 'topic' ? `CASE WHEN ${isTaken} THEN beside ELSE topic END` : name,
);

/** A rebuilt projection meets the same records again. */
const sql = `INSERT INTO dead_letters (${names.join(', ')})
  SELECT ${values.join(', ')} FROM ${recordset({ ...columns, beside: 'text' })}
  ON CONFLICT (topic, partition, log_offset) DO NOTHING`;

/** Each record once at its place; another record at a place that is taken is kept beside it, see `besideTopic`. */
export async function keepDeadLetters(tx: Queryable, letters: readonly DeadLetter[]): Promise<void> {
  await writeRows(tx, sql, letters.map(rowOf));
}

function rowOf(letter: DeadLetter): RowOf<typeof columns> & { readonly beside: string } {
  return {
    kind: letter.kind,
    tenant: letter.tenant,
    conversation: letter.conversation,
    event_id: letter.eventId,
    topic: letter.topic,
    beside: besideTopic(letter.topic, digestOf(letter)),
    partition: letter.partition,
    log_offset: letter.offset,
    code: letter.code,
    detail: letter.detail,
    record_key: hex(letter.recordKey),
    headers: hex(letter.headers),
    raw: hex(letter.raw),
  };
}

function digestOf({ recordKey, headers, raw }: DeadLetter): string {
  const parts = [recordKey, headers, raw].map((bytes) => (bytes === null ? '-' : sha256(bytes)));
  return sha256(Buffer.from(parts.join(' '))).slice(0, 16);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
