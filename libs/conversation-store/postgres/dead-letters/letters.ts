import { DEFAULT_TENANT, VerbatimError } from '@verbatim/conversation';
import type { LogPosition } from '@verbatim/event-log';
import type { Queryable } from '@verbatim/postgres';
import type { LetterPage, ListedDeadLetter, StoredDeadLetter } from '../../dead-letters/dead-letter-store';
import { toColumn } from '../text-column';
import {
  letterColumns,
  letterFromRow,
  listedColumns,
  listedFromRow,
  type LetterRow,
  type ListedLetterRow,
} from './letter-row';
import { isAt } from './place';

const idPattern = /^\d{1,18}$/;

const orders = {
  oldest: { isBehind: 'letter.id > $3', by: 'letter.id' },
  newest: { isBehind: 'letter.id < $3', by: 'letter.id DESC' },
} as const;

/** A letter that names no tenant is the default tenant's, as an event without one is. */
const ofTenant = 'coalesce(letter.tenant, $2) = $1';

/** See `DeadLetterStore.letters`. */
export async function lettersAfter(
  database: Queryable,
  tenant: string,
  { after, limit, all, order = 'oldest' }: LetterPage,
): Promise<ListedDeadLetter[]> {
  if (after !== null && !idPattern.test(after)) {
    throw new VerbatimError(
      'request-invalid',
      `after: ${after.slice(0, 100)} is not the id of a dead letter`,
    );
  }
  const { isBehind, by } = orders[order];
  const condition = `${ofTenant} AND ($3::bigint IS NULL OR ${isBehind}) AND ($5 OR outcome IS NULL)
    ORDER BY ${by} LIMIT $4`;
  const parameters = [toColumn(tenant), DEFAULT_TENANT, after, limit, all];
  return (await rowsWhere<ListedLetterRow>(database, listedColumns, condition, parameters)).map(
    listedFromRow,
  );
}

/** Null also where `id` is no dead letter's id at all. */
export async function letterById(
  database: Queryable,
  tenant: string,
  id: string,
): Promise<StoredDeadLetter | null> {
  if (!idPattern.test(id)) return null;
  const condition = `${ofTenant} AND letter.id = $3`;
  return letterWhere(database, condition, [toColumn(tenant), DEFAULT_TENANT, id]);
}

/**
 * Of several letters at one place, from when the log was another, the one that is not older than the redrive; that is
 * recorded after the append, so a projector may have been quicker. The same bytes at the same place stay the older letter.
 */
const isOfRedriven = `${isAt({ topic: '$1', partition: '$2::int', offset: '= $3::bigint' })} AND EXISTS (
  SELECT FROM dead_letter_settlements AS decided JOIN dead_letters AS redriven ON redriven.id = decided.letter
  WHERE decided.letter = $4
    AND (letter.created_at > decided.settled_at - interval '1 minute' OR letter.raw = redriven.raw))
  ORDER BY letter.id DESC LIMIT 1`;

/** See `DeadLetterStore.letterAt`. */
export function letterAt(
  database: Queryable,
  { topic, partition, offset }: LogPosition,
  redriven: string,
): Promise<StoredDeadLetter | null> {
  return letterWhere(database, isOfRedriven, [topic, partition, offset, redriven]);
}

async function letterWhere(
  database: Queryable,
  condition: string,
  parameters: readonly unknown[],
): Promise<StoredDeadLetter | null> {
  const [row] = await rowsWhere<LetterRow>(database, letterColumns, condition, parameters);
  return row ? letterFromRow(row) : null;
}

function rowsWhere<Row extends object>(
  database: Queryable,
  columns: string,
  condition: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  return database.query<Row>(
    `SELECT ${columns}
     FROM dead_letters AS letter LEFT JOIN dead_letter_settlements AS settlement ON settlement.letter = letter.id
     WHERE ${condition}`,
    parameters,
  );
}
