import type { Queryable } from '@verbatim/postgres';
import type { Tally } from '../../operations/operations-reader';
import { tally } from './tally';

const parked = `
  SELECT tenant, conversation, parked_code || ': ' || coalesce(parked_detail, '') AS reason,
    updated_at AS at, updated_at AS rank
  FROM conversation_heads WHERE parked_code IS NOT NULL`;

export function parkedTally(database: Queryable, tenant: string): Promise<Tally> {
  return tally(database, tenant, parked);
}
