import { createHash } from 'node:crypto';

import type { Database } from '@verbatim/postgres';
import { groupBy } from './lists';
import { CONVERSATION_EVENTS, type LogRecord } from '@verbatim/event-log';

/** A record as the system keeps it: in the journal or as a dead letter. */
export interface KeptRecord {
  readonly partition: number;
  readonly offset: number;
  /** SHA-256 in hex; null where there was nothing. */
  readonly value: string | null;
  readonly key: string | null;
  readonly headers: string | null;
}

export interface Journaled extends KeptRecord {
  readonly tenant: string;
  readonly conversation: string;
  readonly event_id: string;
  readonly type: string;
  readonly mode: 'structured' | 'binary';
  readonly status: 'applied' | 'ignored' | 'refused' | 'parked';
  readonly code: string | null;
}

export interface Letter extends KeptRecord {
  readonly kind: string;
  readonly code: string;
}

const place = `partition, log_offset::float8 AS offset, encode(sha256(record_key), 'hex') AS key,
  convert_from(headers, 'UTF8') AS headers`;

/** By their place in the log, `partition/offset`. */
export async function journaledRecords(database: Database): Promise<Map<string, Journaled[]>> {
  const rows = await database.query<Journaled>(
    `SELECT ${place}, tenant, conversation, event_id, type, mode, encode(sha256(payload), 'hex') AS value,
            coalesce(ignored_code, refused.code, CASE WHEN position > applied_position THEN parked_code END) AS code,
            CASE WHEN ignored_code IS NOT NULL OR refused.code = 'event-discarded' THEN 'ignored' WHEN refused.code IS NOT NULL THEN 'refused'
                 WHEN position > applied_position THEN 'parked' ELSE 'applied' END AS status
     FROM (SELECT tenant, conversation, position, event_id, type, mode, payload, ignored_code, partition, log_offset,
             record_key, headers FROM journal WHERE topic = $1) AS event
     LEFT JOIN (SELECT tenant, conversation, position, code FROM event_refusals) AS refused
       USING (tenant, conversation, position)
     LEFT JOIN (SELECT tenant, conversation, applied_position, parked_code FROM conversation_heads) AS head
       USING (tenant, conversation)`,
    [CONVERSATION_EVENTS],
  );
  return groupBy(rows, placeOf);
}

/** By their place in the log. */
export async function deadLetters(database: Database): Promise<Map<string, Letter[]>> {
  const rows = await database.query<Letter>(
    `SELECT ${place}, kind, code, encode(sha256(raw), 'hex') AS value FROM dead_letters WHERE split_part(topic, '@', 1) = $1`,
    [CONVERSATION_EVENTS],
  );
  return groupBy(rows, placeOf);
}

export function placeOf({
  partition,
  offset,
}: {
  readonly partition: number;
  readonly offset: number;
}): string {
  return `${partition}/${offset}`;
}

/** Value and key are what the log has, and so are headers that were kept. */
export function isSameRecord(kept: KeptRecord, { value, key, headers }: LogRecord): boolean {
  if (kept.value !== digestOf(value) || kept.key !== digestOf(key)) return false;
  if (kept.headers === null) return true;
  const encoded = Object.entries(headers).map(([name, bytes]) => [name, bytes.toString('base64')]);
  return kept.headers === JSON.stringify(Object.fromEntries(encoded));
}

export function digestOf(bytes: Buffer | null): string | null {
  return bytes === null ? null : createHash('sha256').update(bytes).digest('hex');
}
