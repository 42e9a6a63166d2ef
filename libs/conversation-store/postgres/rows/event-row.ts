import type { StoredEvent } from '../../journal-row';
import { fromColumn } from '../text-column';
import { toNumber, toProblem, toTextOrNull } from './columns';

/** A row of `journal`. */
export interface EventRow {
  readonly tenant: string;
  readonly conversation: string;
  readonly position: string;
  readonly event_id: string;
  readonly type: string;
  readonly dataversion: number;
  readonly source: string | null;
  readonly time: string | null;
  readonly causation_id: string | null;
  readonly correlation_id: string | null;
  readonly body_hash: Buffer;
  readonly mode: StoredEvent['mode'];
  readonly record_key: Buffer | null;
  readonly headers: Buffer | null;
  readonly payload: Buffer | null;
  readonly salt: Buffer | null;
  readonly link: Buffer;
  readonly tokens: number | null;
  readonly encoding: string | null;
  readonly ignored_code: string | null;
  readonly ignored_detail: string | null;
  readonly topic: string | null;
  readonly partition: number | null;
  readonly log_offset: string | null;
  readonly received_at: Date;
}

export const eventColumns =
  'tenant, conversation, position, event_id, type, dataversion, source, time, causation_id, correlation_id, ' +
  'body_hash, mode, record_key, headers, payload, salt, link, tokens, encoding, ignored_code, ignored_detail, ' +
  'topic, partition, log_offset, received_at';

export function eventFromRow(row: EventRow): StoredEvent {
  return {
    tenant: fromColumn(row.tenant),
    conversation: fromColumn(row.conversation),
    position: toNumber(row.position),
    eventId: fromColumn(row.event_id),
    type: fromColumn(row.type),
    dataversion: row.dataversion,
    source: toTextOrNull(row.source),
    time: toTextOrNull(row.time),
    causationId: toTextOrNull(row.causation_id),
    correlationId: toTextOrNull(row.correlation_id),
    bodyHash: row.body_hash,
    mode: row.mode,
    recordKey: row.record_key,
    headers: row.headers,
    payload: row.payload,
    salt: row.salt,
    link: row.link,
    tokens: row.tokens,
    encoding: row.encoding,
    ignored: toProblem(row.ignored_code, row.ignored_detail),
    log: logFromRow(row),
    receivedAt: row.received_at,
  };
}

function logFromRow({ topic, partition, log_offset }: EventRow): StoredEvent['log'] {
  if (topic === null || partition === null || log_offset === null) return null;
  return { topic: fromColumn(topic), partition, offset: toNumber(log_offset) };
}
