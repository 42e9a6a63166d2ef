import type { Queryable } from '@verbatim/postgres';
import type { ConversationKey, StoredEvent } from '../../journal-row';
import { keyParameters } from '../key-parameters';
import { eventColumns, eventFromRow, type EventRow } from '../rows/event-row';
import { toNumber } from '../rows/columns';
import { toColumn } from '../text-column';

/** Events with positions in (after, through], oldest first. */
export function eventsBetween(
  database: Queryable,
  key: ConversationKey,
  { after, through, limit }: { after: number; through: number; limit: number },
): Promise<StoredEvent[]> {
  return eventsWhere(database, key, 'position > $3 AND position <= $4 ORDER BY position LIMIT $5', [
    after,
    through,
    limit,
  ]);
}

/** See `ConversationReader.discards`. */
export function discardsThrough(
  database: Queryable,
  key: ConversationKey,
  through: number,
): Promise<StoredEvent[]> {
  const condition = `type = 'EventDiscarded' AND ignored_code IS NULL AND position <= $3 ORDER BY position`;
  return eventsWhere(database, key, condition, [through]);
}

/** By position, in that order. */
export async function eventsAt(
  database: Queryable,
  key: ConversationKey,
  positions: readonly number[],
): Promise<Map<number, StoredEvent>> {
  const events = await eventsWhere(database, key, 'position = ANY ($3::bigint[]) ORDER BY position', [
    positions,
  ]);
  return new Map(events.map((event) => [event.position, event]));
}

export async function eventById(
  database: Queryable,
  key: ConversationKey,
  eventId: string,
): Promise<StoredEvent | null> {
  const [event] = await eventsWhere(database, key, 'event_id = $3', [toColumn(eventId)]);
  return event ?? null;
}

/** Only an applied MessageAppended has an item. What is in the journal stays, so two statements agree. */
export async function messagesAfter(
  database: Queryable,
  key: ConversationKey,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  const rows = await database.query<{ position: string }>(
    `SELECT position FROM conversation_items
     WHERE tenant = $1 AND conversation = $2 AND position > $3 ORDER BY position LIMIT $4`,
    [...keyParameters(key), after, limit],
  );
  const events = await eventsAt(
    database,
    key,
    rows.map(({ position }) => toNumber(position)),
  );
  return [...events.values()];
}

/** Times are compared in milliseconds, as they are read. Looks back from the newest event on. */
export async function positionAtTime(
  database: Queryable,
  key: ConversationKey,
  time: Date,
): Promise<number | null> {
  const condition = `date_trunc('milliseconds', received_at) <= $3 ORDER BY position DESC LIMIT 1`;
  const [event] = await eventsWhere(database, key, condition, [time]);
  return event?.position ?? null;
}

async function eventsWhere(
  database: Queryable,
  key: ConversationKey,
  condition: string,
  parameters: readonly unknown[],
): Promise<StoredEvent[]> {
  const rows = await database.query<EventRow>(
    `SELECT ${eventColumns} FROM journal WHERE tenant = $1 AND conversation = $2 AND ${condition}`,
    [...keyParameters(key), ...parameters],
  );
  return rows.map(eventFromRow);
}
