import type { Queryable } from '@verbatim/postgres';
import type { IgnoredGroup } from '../../operations/ignored-reader';
import { IGNORED_COUNTED } from '../../operations/operations-reader';
import { toNumber } from '../rows/columns';
import { toColumn } from '../text-column';
import { ignoredColumns, ignoredFromRow, type IgnoredRow } from './ignored-row';

/** See `IgnoredReader.groups`. */
export async function ignoredGroups(
  database: Queryable,
  tenant: string,
  hours: number,
): Promise<IgnoredGroup[]> {
  const rows = await database.query<IgnoredRow & { count: string }>(
    `WITH lately AS (
       SELECT ${ignoredColumns} FROM journal
       WHERE tenant = $1 AND ignored_code IS NOT NULL AND received_at > now() - make_interval(hours => $2)
       ORDER BY received_at DESC, conversation DESC, position DESC LIMIT $3
     ), ranked AS (
       SELECT *, count(*) OVER (PARTITION BY ignored_code, source) AS count, row_number() OVER (
         PARTITION BY ignored_code, source ORDER BY received_at DESC, conversation DESC, position DESC
       ) AS rank
       FROM lately
     )
     SELECT ${ignoredColumns}, count FROM ranked WHERE rank = 1`,
    [toColumn(tenant), hours, IGNORED_COUNTED],
  );
  return rows.map((row) => {
    const newest = ignoredFromRow(row);
    return { code: newest.error.code, source: newest.source, count: toNumber(row.count), newest };
  });
}
