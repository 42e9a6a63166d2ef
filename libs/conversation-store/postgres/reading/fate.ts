import type { LogPosition } from '@verbatim/event-log';
import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { EventFate, EventStatus } from '../../reading/conversation-reader';
import { eventStatus } from '../../reading/event-status';
import { isAt } from '../dead-letters/place';
import { keyParameters } from '../key-parameters';
import { toNumber, toProblem } from '../rows/columns';
import { toColumn } from '../text-column';

const isAtPlace = isAt({ topic: '$4', partition: '$5::int', offset: '= $6::bigint' });

interface FateRow {
  readonly position: string | null;
  readonly ignored_code: string | null;
  readonly ignored_detail: string | null;
  readonly refusal_code: string | null;
  readonly refusal_detail: string | null;
  readonly parked: boolean | null;
  readonly parked_code: string | null;
  readonly parked_detail: string | null;
  readonly conflict: boolean;
}

/** See `ConversationReader.fate`. One statement, so that journal, state and dead letters are of one moment. */
export async function fate(
  database: Queryable,
  key: ConversationKey,
  eventId: string,
  at: LogPosition | null,
): Promise<EventFate> {
  const [row] = await database.query<FateRow>(
    `SELECT event.position, event.ignored_code, event.ignored_detail,
       refusal.code AS refusal_code, refusal.detail AS refusal_detail,
       event.position > head.applied_position AS parked, head.parked_code, head.parked_detail,
       EXISTS (
         SELECT FROM dead_letters AS letter
         WHERE tenant = $1 AND conversation = $2 AND event_id = $3 AND kind = 'conflict'
           AND ($4::text IS NULL OR ${isAtPlace})
       ) AS conflict
     FROM (SELECT) AS always
     LEFT JOIN journal AS event ON event.tenant = $1 AND event.conversation = $2 AND event.event_id = $3
     LEFT JOIN conversation_heads AS head ON head.tenant = $1 AND head.conversation = $2
     LEFT JOIN event_refusals AS refusal
       ON refusal.tenant = $1 AND refusal.conversation = $2 AND refusal.position = event.position`,
    [...keyParameters(key), toColumn(eventId), at?.topic ?? null, at?.partition ?? null, at?.offset ?? null],
  );
  if (row === undefined) throw new Error('a statement that always gives one row gave none');
  if (row.conflict && (at !== null || row.position === null)) return { kind: 'conflict' };
  if (row.position === null) return { kind: 'unknown' };
  return { kind: 'journaled', position: toNumber(row.position), ...statusOf(row) };
}

function statusOf(row: FateRow): EventStatus {
  return eventStatus({
    ignored: toProblem(row.ignored_code, row.ignored_detail),
    refusal: toProblem(row.refusal_code, row.refusal_detail),
    isBehind: row.parked !== false,
    parked: toProblem(row.parked_code, row.parked_detail),
  });
}
