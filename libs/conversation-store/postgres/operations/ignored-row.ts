import type { IgnoredEvent } from '../../operations/ignored-reader';
import { toNumber, toProblem, toTextOrNull } from '../rows/columns';
import { fromColumn } from '../text-column';

/** A row of `journal` without its bytes. */
export interface IgnoredRow {
  readonly conversation: string;
  readonly position: string;
  readonly event_id: string;
  readonly type: string;
  readonly source: string | null;
  readonly time: string | null;
  readonly ignored_code: string;
  readonly ignored_detail: string | null;
  readonly topic: string | null;
  readonly partition: number | null;
  readonly log_offset: string | null;
  readonly received_at: Date;
}

export const ignoredColumns =
  'conversation, position, event_id, type, source, time, ignored_code, ignored_detail, topic, partition, log_offset, received_at';

export function ignoredFromRow(row: IgnoredRow): IgnoredEvent {
  const { topic, partition, log_offset: offset } = row;
  const isInLog = topic !== null && partition !== null && offset !== null;
  return {
    conversation: fromColumn(row.conversation),
    position: toNumber(row.position),
    eventId: fromColumn(row.event_id),
    type: fromColumn(row.type),
    source: toTextOrNull(row.source),
    time: toTextOrNull(row.time),
    error: toProblem(row.ignored_code, row.ignored_detail) ?? { code: row.ignored_code, detail: '' },
    log: isInLog ? { topic: fromColumn(topic), partition, offset: toNumber(offset) } : null,
    receivedAt: row.received_at,
  };
}
