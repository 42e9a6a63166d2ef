import type { Queryable } from '@verbatim/postgres';
import type { DeadLetterStore } from '../../dead-letters/dead-letter-store';
import { toNumber } from '../rows/columns';

export async function openLetters(database: Queryable): ReturnType<DeadLetterStore['open']> {
  const [row] = await database.query<{ unreadable: string; conflict: string }>(
    `SELECT count(*) FILTER (WHERE kind = 'unreadable') AS unreadable,
       count(*) FILTER (WHERE kind = 'conflict') AS conflict
     FROM dead_letters
     WHERE NOT EXISTS (SELECT FROM dead_letter_settlements WHERE letter = dead_letters.id)`,
  );
  if (row === undefined) throw new Error('an aggregate gave no row');
  return { unreadable: toNumber(row.unreadable), conflict: toNumber(row.conflict) };
}
