import { decodeHeaders } from '../../stored-record';
import type { StoredDeadLetter } from '../../dead-letters/dead-letter-store';
import { toNumber, toTextOrNull } from '../rows/columns';
import { fromColumn } from '../text-column';

/** A row of `dead_letters` as `letter`, with its `settlement` where it has one. */
export interface LetterRow {
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
  readonly record_key: Buffer | null;
  readonly headers: Buffer | null;
  readonly raw: Buffer | null;
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

export const letterColumns =
  'letter.id, kind, letter.tenant, letter.conversation, letter.event_id, letter.topic, letter.partition, ' +
  'letter.log_offset, code, detail, record_key, headers, raw, created_at, outcome, reason, settled_by, settled_at, ' +
  'settlement.tenant AS to_tenant, settlement.conversation AS to_conversation, settlement.event_id AS to_event, ' +
  'settlement.topic AS to_topic, settlement.partition AS to_partition, settlement.log_offset AS to_offset';

export function letterFromRow(row: LetterRow): StoredDeadLetter {
  return {
    id: row.id,
    kind: row.kind,
    tenant: toTextOrNull(row.tenant),
    conversation: toTextOrNull(row.conversation),
    eventId: toTextOrNull(row.event_id),
    log: { topic: row.topic, partition: row.partition, offset: toNumber(row.log_offset) },
    error: { code: fromColumn(row.code), detail: fromColumn(row.detail) },
    recordKey: row.record_key,
    headers: decodeHeaders(row.headers),
    raw: row.raw,
    createdAt: row.created_at,
    settled: settledFrom(row),
  };
}

function settledFrom(row: LetterRow): StoredDeadLetter['settled'] {
  if (row.outcome === null) return null;
  return {
    outcome: row.outcome,
    reason: toTextOrNull(row.reason),
    by: fromColumn(row.settled_by),
    at: row.settled_at,
    published: row.to_topic === null ? null : publishedFrom(row, row.to_topic),
  };
}

function publishedFrom(row: LetterRow, topic: string) {
  const { to_tenant: tenant, to_conversation: conversation, to_event: eventId } = row;
  const isNamed = tenant !== null && conversation !== null && eventId !== null;
  return {
    log: { topic, partition: row.to_partition, offset: toNumber(row.to_offset) },
    event: isNamed
      ? { tenant: fromColumn(tenant), conversation: fromColumn(conversation), eventId: fromColumn(eventId) }
      : null,
  };
}
