import type { Queryable } from '@verbatim/postgres';
import type { Settlement } from '../../dead-letters/dead-letter-store';
import { toColumn } from '../text-column';

/** See `DeadLetterStore.settle`: whoever comes first decides. */
export async function settle(
  database: Queryable,
  id: string,
  { outcome, reason, by, published }: Settlement,
): Promise<boolean> {
  const event = published?.event ?? null;
  const rows = await database.query(
    `INSERT INTO dead_letter_settlements
       (letter, outcome, reason, settled_by, tenant, conversation, event_id, topic, partition, log_offset)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (letter) DO NOTHING
     RETURNING letter`,
    [
      id,
      outcome,
      textOrNull(reason),
      toColumn(by),
      textOrNull(event?.tenant),
      textOrNull(event?.conversation),
      textOrNull(event?.eventId),
      published?.log.topic ?? null,
      published?.log.partition ?? null,
      published?.log.offset ?? null,
    ],
  );
  return rows.length > 0;
}

function textOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : toColumn(text);
}
