import type { Queryable } from '@verbatim/postgres';
import type { Tally } from '../../operations/operations-reader';
import { toNumber, toTextOrNull } from '../rows/columns';
import { fromColumn, toColumn } from '../text-column';

interface Row {
  readonly total: string;
  readonly conversation: string | null;
  readonly reason: string | null;
  readonly at: Date | null;
}

/**
 * Counts the rows of `found`, a query for `tenant, conversation, reason, at, rank`, and shows the tenant's one of the
 * highest rank. Its own parameters begin at `$2`.
 */
export async function tally(
  database: Queryable,
  tenant: string,
  found: string,
  parameters: readonly unknown[] = [],
): Promise<Tally> {
  const [row] = await database.query<Row>(
    `WITH found AS (${found})
     SELECT counted.total, newest.conversation, newest.reason, newest.at
     FROM (SELECT count(*) AS total FROM found) AS counted
     LEFT JOIN (
       SELECT conversation, reason, at FROM found WHERE tenant = $1 ORDER BY rank DESC LIMIT 1
     ) AS newest ON true`,
    [toColumn(tenant), ...parameters],
  );
  if (row === undefined) throw new Error('an aggregate gave no row');
  const { total, conversation, reason, at } = row;
  return {
    total: toNumber(total),
    newest: at && { conversation: toTextOrNull(conversation), reason: fromColumn(reason ?? ''), at },
  };
}
