import type { Queryable } from '@verbatim/postgres';
import type { Tally } from '../../operations/operations-reader';
import { tally } from './tally';

/** The projector notes the time at the head: asking the journal for it would read a day of all conversations. */
const mixed = `
  SELECT tenant, conversation, 'last through partition ' || partition AS reason, mixed_at AS at, mixed_at AS rank
  FROM conversation_heads WHERE mixed_at > now() - make_interval(hours => $2)`;

export function mixedTally(database: Queryable, tenant: string, hours: number): Promise<Tally> {
  return tally(database, tenant, mixed, [hours]);
}
