import type { Queryable } from '@verbatim/postgres';
import type { JournalRow } from '../../journal-row';
import { byteaArray } from '../bytea-array';
import { toColumn } from '../text-column';

type Read<Value> = (row: JournalRow) => Value | null;

const texts: Readonly<Record<string, Read<string>>> = {
  tenant: (row) => row.tenant,
  conversation: (row) => row.conversation,
  event_id: (row) => row.eventId,
  type: (row) => row.type,
  source: (row) => row.source,
  time: (row) => row.time,
  causation_id: (row) => row.causationId,
  correlation_id: (row) => row.correlationId,
  mode: (row) => row.mode,
  encoding: (row) => row.encoding,
  ignored_code: (row) => row.ignored?.code ?? null,
  ignored_detail: (row) => row.ignored?.detail ?? null,
  topic: (row) => row.log?.topic ?? null,
};

const numbers: Readonly<Record<string, Read<number>>> = {
  position: (row) => row.position,
  dataversion: (row) => row.dataversion,
  tokens: (row) => row.tokens,
  partition: (row) => row.log?.partition ?? null,
  log_offset: (row) => row.log?.offset ?? null,
};

const bytes: Readonly<Record<string, Read<Buffer>>> = {
  body_hash: (row) => row.bodyHash,
  record_key: (row) => row.recordKey,
  headers: (row) => row.headers,
  payload: (row) => row.payload,
  salt: (row) => row.salt,
  link: (row) => row.link,
};

const types = [
  ...Object.keys(texts).map(() => 'text'),
  ...Object.keys(numbers).map(() => 'bigint'),
  ...Object.keys(bytes).map(() => 'bytea'),
];

const sql = `
  INSERT INTO journal (${[texts, numbers, bytes].flatMap(Object.keys).join(', ')})
  SELECT * FROM unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`;

/** All rows in one statement, payloads as binary parameters. */
export async function appendJournal(tx: Queryable, rows: readonly JournalRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql, [
    ...Object.values(texts).map((read) =>
      rows.map(read).map((text) => (text === null ? null : toColumn(text))),
    ),
    ...Object.values(numbers).map((read) => rows.map(read)),
    ...Object.values(bytes).map((read) => byteaArray(rows.map(read))),
  ]);
}
