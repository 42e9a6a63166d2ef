import type { Queryable } from '@verbatim/postgres';
import { IGNORED_COUNTED, type IgnoredTally } from '../../operations/operations-reader';
import { toNumber } from '../rows/columns';
import { fromColumn, toColumn } from '../text-column';
import { ignoredColumns, ignoredFromRow, type IgnoredRow } from './ignored-row';

/** What is ignored for its signature has a tally of its own. */
const ignored = `ignored_code IS NOT NULL AND ignored_code NOT LIKE 'signature-%'`;

export async function ignoredTally(
  database: Queryable,
  tenant: string,
  hours: number,
): Promise<IgnoredTally> {
  const counted = await database.query<{ code: string; count: string }>(
    `WITH lately AS (
       SELECT ignored_code FROM journal WHERE ${ignored} AND received_at > now() - make_interval(hours => $1)
       ORDER BY received_at DESC LIMIT $2
     )
     SELECT ignored_code AS code, count(*) FROM lately GROUP BY ignored_code ORDER BY count(*) DESC, ignored_code`,
    [hours, IGNORED_COUNTED],
  );
  const [row] = await database.query<IgnoredRow>(
    `SELECT ${ignoredColumns} FROM journal
     WHERE tenant = $1 AND ${ignored} AND received_at > now() - make_interval(hours => $2)
     ORDER BY received_at DESC, conversation DESC, position DESC LIMIT 1`,
    [toColumn(tenant), hours],
  );
  const codes = counted.map(({ code, count }) => ({ code: fromColumn(code), count: toNumber(count) }));
  return {
    total: codes.reduce((sum, { count }) => sum + count, 0),
    codes,
    newest: row === undefined ? null : newestOf(row),
  };
}

function newestOf(row: IgnoredRow): IgnoredTally['newest'] {
  const { conversation, position, eventId, source, error, receivedAt } = ignoredFromRow(row);
  const from = source === null ? '' : ` from ${source}`;
  const reason = `event ${eventId}${from} at ${position}, ${error.code}: ${error.detail}`;
  return { conversation, reason, at: receivedAt };
}
