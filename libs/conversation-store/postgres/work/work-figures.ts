import type { Queryable } from '@verbatim/postgres';
import { toNumber } from '../rows/columns';

export interface WorkFigures {
  readonly open: number;
  readonly leased: number;
  readonly failed: number;
  /** Age of the oldest open piece; 0 where none is open. */
  readonly oldestSeconds: number;
}

export async function workFigures(database: Queryable): Promise<WorkFigures> {
  const [row] = await database.query<{
    open: string;
    leased: string;
    failed: string;
    oldest_seconds: number;
  }>(
    `SELECT count(*) AS open,
       count(*) FILTER (WHERE leased_until > now()) AS leased,
       count(*) FILTER (WHERE failed) AS failed,
       coalesce(extract(epoch FROM now() - min(created_at)), 0)::double precision AS oldest_seconds
     FROM due_work`,
  );
  if (row === undefined) throw new Error('an aggregate gave no row');
  return {
    open: toNumber(row.open),
    leased: toNumber(row.leased),
    failed: toNumber(row.failed),
    oldestSeconds: row.oldest_seconds,
  };
}
