import type { Database } from '@verbatim/postgres';
import { toColumn } from '../text-column';

/** Of the session, not of a transaction: an append may take longer than a transaction may stay idle. */
const lock = 'SELECT pg_try_advisory_lock(hashtextextended($1, 5501730224810939)) AS taken';

/** See `DeadLetterStore.claimed`. */
export function claimed<T>(database: Database, id: string, work: () => Promise<T>): Promise<T | null> {
  return database.session(async (session) => {
    const [row] = await session.query<{ taken: boolean }>(lock, [toColumn(id)]);
    return row?.taken === true ? work() : null;
  });
}
