import { DEFAULT_TENANT, VerbatimError } from '@verbatim/conversation';
import type { LogPosition } from '@verbatim/event-log';
import type { Queryable } from '@verbatim/postgres';
import type { LetterPage, StoredDeadLetter } from '../../dead-letters/dead-letter-store';
import { toColumn } from '../text-column';
import { letterColumns, letterFromRow, type LetterRow } from './letter-row';

const idPattern = /^\d{1,18}$/;

/** A letter that names no tenant is the default tenant's, as an event without one is. */
const ofTenant = 'coalesce(letter.tenant, $2) = $1';

/** See `DeadLetterStore.letters`. */
export async function lettersAfter(
  database: Queryable,
  tenant: string,
  { after, limit, all }: LetterPage,
): Promise<StoredDeadLetter[]> {
  if (after !== null && !idPattern.test(after)) {
    throw new VerbatimError(
      'request-invalid',
      `after: ${after.slice(0, 100)} is not the id of a dead letter`,
    );
  }
  const condition = `${ofTenant} AND letter.id > $3 AND ($5 OR outcome IS NULL) ORDER BY letter.id LIMIT $4`;
  return lettersWhere(database, condition, [toColumn(tenant), DEFAULT_TENANT, after ?? 0, limit, all]);
}

/** Null also where `id` is no dead letter's id at all. */
export async function letterById(
  database: Queryable,
  tenant: string,
  id: string,
): Promise<StoredDeadLetter | null> {
  if (!idPattern.test(id)) return null;
  const condition = `${ofTenant} AND letter.id = $3`;
  const [letter] = await lettersWhere(database, condition, [toColumn(tenant), DEFAULT_TENANT, id]);
  return letter ?? null;
}

export async function letterAt(
  database: Queryable,
  { topic, partition, offset }: LogPosition,
): Promise<StoredDeadLetter | null> {
  const condition = '(letter.topic, letter.partition, letter.log_offset) = ($1, $2::int, $3::bigint)';
  const [letter] = await lettersWhere(database, condition, [topic, partition, offset]);
  return letter ?? null;
}

async function lettersWhere(
  database: Queryable,
  condition: string,
  parameters: readonly unknown[],
): Promise<StoredDeadLetter[]> {
  const rows = await database.query<LetterRow>(
    `SELECT ${letterColumns}
     FROM dead_letters AS letter LEFT JOIN dead_letter_settlements AS settlement ON settlement.letter = letter.id
     WHERE ${condition}`,
    parameters,
  );
  return rows.map(letterFromRow);
}
