import type { Queryable } from '@verbatim/postgres';
import type { Tally } from '../../operations/operations-reader';
import { tally } from './tally';

const refused = `
  SELECT tenant, conversation, 'event at ' || position || ', ' || code || ': ' || detail AS reason,
    refused_at AS at, refused_at AS rank
  FROM event_refusals WHERE refused_at > now() - make_interval(hours => $2) AND code <> 'event-discarded'`;

export function refusedTally(database: Queryable, tenant: string, hours: number): Promise<Tally> {
  return tally(database, tenant, refused, [hours]);
}
