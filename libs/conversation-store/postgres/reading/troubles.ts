import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey } from '../../journal-row';
import type { EventFate, LogSpan } from '../../reading/conversation-reader';
import { isAt } from '../dead-letters/place';
import { keyParameters } from '../key-parameters';
import { fromColumn } from '../text-column';
import { fate } from './fate';

/** How far back from the newest position an append is looked for; more than any batch holds. */
const NEWEST_POSITIONS = 5000;

const isInSpan = isAt({ topic: '$3', partition: '$4', offset: 'BETWEEN $5 AND $6' });

/** See `ConversationReader.troubles`. An append that went well costs one statement. */
export async function troubles(
  database: Queryable,
  key: ConversationKey,
  { topic, partition, first, last }: LogSpan,
): Promise<{ eventId: string; fate: EventFate }[]> {
  const rows = await database.query<{ event_id: string; log_offset: string }>(
    `SELECT event.event_id, event.log_offset
     FROM conversation_heads AS head
     JOIN journal AS event ON event.tenant = $1 AND event.conversation = $2
       AND event.position > head.journal_position - ${NEWEST_POSITIONS}
     LEFT JOIN event_refusals AS refusal
       ON refusal.tenant = $1 AND refusal.conversation = $2 AND refusal.position = event.position
     WHERE head.tenant = $1 AND head.conversation = $2
       AND event.topic = $3 AND event.partition = $4 AND event.log_offset BETWEEN $5 AND $6
       AND (event.ignored_code IS NOT NULL OR refusal.position IS NOT NULL
         OR event.position > head.applied_position)
     UNION ALL
     SELECT event_id, log_offset FROM dead_letters AS letter
     WHERE ${isInSpan}
       AND tenant = $1 AND conversation = $2 AND event_id IS NOT NULL
     ORDER BY log_offset`,
    [...keyParameters(key), topic, partition, first, last],
  );
  const found: { eventId: string; fate: EventFate }[] = [];
  for (const row of rows) {
    const eventId = fromColumn(row.event_id);
    const at = { topic, partition, offset: Number(row.log_offset) };
    found.push({ eventId, fate: await fate(database, key, eventId, at) });
  }
  return found;
}
