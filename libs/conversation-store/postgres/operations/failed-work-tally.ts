import type { Queryable } from '@verbatim/postgres';
import type { Tally } from '../../operations/operations-reader';
import { tally } from './tally';

/** The newest is the one that was tried last: lease tokens rise over all rows. */
const failed = `
  SELECT tenant, conversation, mechanism || ': ' || coalesce(last_error, '') AS reason,
    created_at AS at, lease_token AS rank
  FROM due_work WHERE failed`;

export function failedWorkTally(database: Queryable, tenant: string): Promise<Tally> {
  return tally(database, tenant, failed);
}
