import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { ParkedConversation } from '../../reading/conversation-reader';
import { keyParameters } from '../key-parameters';
import { toNumber } from '../rows/columns';
import { fromColumn, toColumn } from '../text-column';

interface Row {
  readonly tenant: string;
  readonly conversation: string;
  readonly position: string;
  readonly event_id: string;
  readonly type: string;
  readonly dataversion: number;
  readonly parked_code: string;
  readonly parked_detail: string | null;
  readonly journal_position: string;
  readonly received_at: Date;
}

/** The state of a parked conversation holds all before the event that it is parked at. */
const parked = `
  SELECT event.tenant, event.conversation, event.position, event.event_id, event.type, event.dataversion,
    head.parked_code, head.parked_detail, head.journal_position, event.received_at
  FROM conversation_heads AS head JOIN journal AS event
    ON event.tenant = head.tenant AND event.conversation = head.conversation
      AND event.position = head.applied_position + 1
  WHERE head.parked_code IS NOT NULL AND head.tenant = $1`;

/** See `ConversationReader.parked`. */
export async function parkedAfter(
  database: Queryable,
  tenant: string,
  after: string | null,
  limit: number,
): Promise<ParkedConversation[]> {
  const rows = await database.query<Row>(
    `${parked} AND ($2::text IS NULL OR head.conversation > $2) ORDER BY head.conversation LIMIT $3`,
    [toColumn(tenant), after === null ? null : toColumn(after), limit],
  );
  return rows.map(fromRow);
}

export async function parkedAt(
  database: Queryable,
  key: ConversationKey,
): Promise<ParkedConversation | null> {
  const [row] = await database.query<Row>(`${parked} AND head.conversation = $2`, keyParameters(key));
  return row === undefined ? null : fromRow(row);
}

function fromRow(row: Row): ParkedConversation {
  return {
    tenant: fromColumn(row.tenant),
    conversation: fromColumn(row.conversation),
    position: toNumber(row.position),
    eventId: fromColumn(row.event_id),
    type: fromColumn(row.type),
    dataversion: row.dataversion,
    error: { code: fromColumn(row.parked_code), detail: fromColumn(row.parked_detail ?? '') },
    journalPosition: toNumber(row.journal_position),
    receivedAt: row.received_at,
  };
}
