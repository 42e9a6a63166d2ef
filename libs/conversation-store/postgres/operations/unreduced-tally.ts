import type { Queryable } from '@verbatim/postgres';
import type { Tally } from '../../operations/operations-reader';
import { tally } from './tally';

const unreduced = `
  SELECT tenant, conversation, live || ' live messages' AS reason, updated_at AS at, updated_at AS rank
  FROM conversation_heads,
    LATERAL (SELECT (state ->> 'unpinned')::int - (state #>> '{coverage,through}')::int AS live) AS counted
  WHERE updated_at > now() - make_interval(hours => $2)
    AND live > $3 AND state #>> '{policy,document,history}' IS NULL`;

export function unreducedTally(
  database: Queryable,
  tenant: string,
  hours: number,
  above: number,
): Promise<Tally> {
  return tally(database, tenant, unreduced, [hours, above]);
}
