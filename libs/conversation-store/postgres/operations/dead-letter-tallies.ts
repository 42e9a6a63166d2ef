import { DEFAULT_TENANT } from '@verbatim/conversation';
import type { Queryable } from '@verbatim/postgres';
import type { OperationsReader } from '../../operations/operations-reader';
import { tally } from './tally';

const letters = `
  SELECT coalesce(tenant, $3) AS tenant, conversation, 'dead letter ' || id || ', ' || code || ': ' || detail AS reason,
    created_at AS at, id AS rank
  FROM dead_letters
  WHERE kind = $2 AND NOT EXISTS (SELECT FROM dead_letter_settlements WHERE letter = dead_letters.id)`;

/** A letter that names no tenant is the default tenant's, as an event without one is. */
export async function deadLetterTallies(
  database: Queryable,
  tenant: string,
): ReturnType<OperationsReader['deadLetterTallies']> {
  const of = (kind: string) => tally(database, tenant, letters, [kind, DEFAULT_TENANT]);
  return { unreadable: await of('unreadable'), conflict: await of('conflict') };
}
