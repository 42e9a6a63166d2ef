import type { Queryable } from '@verbatim/postgres';
import type { IgnoredEvent, IgnoredPlace } from '../../operations/ignored-reader';
import { toColumn } from '../text-column';
import { ignoredColumns, ignoredFromRow, type IgnoredRow } from './ignored-row';

/** A bound of the index where it is given; a condition with OR would be none. */
const BEFORE = 'AND (received_at, conversation, position) < ($4::timestamptz, $5::text, $6::bigint)';

/** See `IgnoredReader.events`. */
export async function ignoredEvents(
  database: Queryable,
  tenant: string,
  code: string,
  { after, limit }: { readonly after: IgnoredPlace | null; readonly limit: number },
): Promise<(IgnoredEvent & { readonly place: IgnoredPlace })[]> {
  const rows = await database.query<IgnoredRow & { exactly: string }>(
    `SELECT ${ignoredColumns}, to_char(received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS exactly
     FROM journal
     WHERE tenant = $1 AND ignored_code = $2 ${after === null ? '' : BEFORE}
     ORDER BY received_at DESC, conversation DESC, position DESC LIMIT $3`,
    [
      toColumn(tenant),
      toColumn(code),
      limit,
      ...(after === null ? [] : [after.receivedAt, toColumn(after.conversation), after.position]),
    ],
  );
  return rows.map((row) => {
    const event = ignoredFromRow(row);
    const { conversation, position } = event;
    return { ...event, place: { receivedAt: row.exactly, conversation, position } };
  });
}
