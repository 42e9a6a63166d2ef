import type { Queryable } from '@verbatim/postgres';
import { idRange } from '../id-range';
import { fromColumn, toColumn } from '../text-column';

/** Of all conversations of the tenant. */
export async function callIdsFrom(
  database: Queryable,
  tenant: string,
  beginning: string,
  limit: number,
): Promise<string[]> {
  const rows = await database.query<{ call_id: string }>(
    `SELECT call_id FROM receipts
     WHERE tenant = $1 AND call_id COLLATE "C" >= $2 AND call_id COLLATE "C" < $3
     ORDER BY call_id COLLATE "C" LIMIT $4`,
    [toColumn(tenant), ...idRange(beginning), limit],
  );
  return rows.map(({ call_id }) => fromColumn(call_id));
}
