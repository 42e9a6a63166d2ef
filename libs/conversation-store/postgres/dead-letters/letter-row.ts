import { decodeHeaders } from '../../stored-record';
import type { ListedDeadLetter, StoredDeadLetter } from '../../dead-letters/dead-letter-store';
import { toNumber, toTextOrNull } from '../rows/columns';
import { fromColumn } from '../text-column';

/** A row of `dead_letters` as `letter`, with its `settlement` where it has one. */
export interface ListedLetterRow {
  readonly id: string;
  readonly kind: StoredDeadLetter['kind'];
  readonly tenant: string | null;
  readonly conversation: string | null;
  readonly event_id: string | null;
  readonly topic: string;
  readonly partition: number;
  readonly log_offset: string;
  readonly code: string;
  readonly detail: string;
  readonly raw: Buffer | null;
  readonly bytes: number | null;
  readonly created_at: Date;
  readonly outcome: 'redriven' | 'discarded' | null;
  readonly reason: string | null;
  readonly settled_by: string;
  readonly settled_at: Date;
  readonly to_tenant: string | null;
  readonly to_conversation: string | null;
  readonly to_event: string | null;
  readonly to_topic: string | null;
  readonly to_partition: number;
  readonly to_offset: string;
}

export interface LetterRow extends ListedLetterRow {
  readonly record_key: Buffer | null;
  readonly headers: Buffer | null;
}

/** A page of long records at once would be more than a process can hold. */
const LONGEST_LISTED = 64 * 1024;

const columns =
  'letter.id, kind, letter.tenant, letter.conversation, letter.event_id, letter.topic, letter.partition, ' +
  'letter.log_offset, code, detail, created_at, outcome, reason, settled_by, settled_at, ' +
  'settlement.tenant AS to_tenant, settlement.conversation AS to_conversation, settlement.event_id AS to_event, ' +
  'settlement.topic AS to_topic, settlement.partition AS to_partition, settlement.log_offset AS to_offset, octet_length(raw) AS bytes';
export const letterColumns = `${columns}, raw, record_key, headers`;
export const listedColumns = `${columns}, CASE WHEN octet_length(raw) <= ${LONGEST_LISTED} THEN raw END AS raw`;

export function letterFromRow(row: LetterRow): StoredDeadLetter {
  return { ...listedFromRow(row), recordKey: row.record_key, headers: decodeHeaders(row.headers) };
}

export function listedFromRow(row: ListedLetterRow): ListedDeadLetter {
  return {
    id: row.id,
    kind: row.kind,
    tenant: toTextOrNull(row.tenant),
    conversation: toTextOrNull(row.conversation),
    eventId: toTextOrNull(row.event_id),
    log: { topic: row.topic, partition: row.partition, offset: toNumber(row.log_offset) },
    error: { code: fromColumn(row.code), detail: fromColumn(row.detail) },
    raw: row.raw,
    bytes: row.bytes,
    createdAt: row.created_at,
    settled: settledFrom(row),
  };
}

function settledFrom(row: ListedLetterRow): StoredDeadLetter['settled'] {
  if (row.outcome === null) return null;
  return {
    outcome: row.outcome,
    reason: toTextOrNull(row.reason),
    by: fromColumn(row.settled_by),
    at: row.settled_at,
    published: row.to_topic === null ? null : publishedFrom(row, row.to_topic),
  };
}

function publishedFrom(row: ListedLetterRow, topic: string) {
  const { to_tenant: tenant, to_conversation: conversation, to_event: eventId } = row;
  const isNamed = tenant !== null && conversation !== null && eventId !== null;
  return {
    log: { topic, partition: row.to_partition, offset: toNumber(row.to_offset) },
    event: isNamed
      ? { tenant: fromColumn(tenant), conversation: fromColumn(conversation), eventId: fromColumn(eventId) }
      : null,
  };
}
