import { createSecretKey } from 'node:crypto';
import { SigningKeys, type SigningKey } from '@verbatim/event-log';
import type { Queryable } from '@verbatim/postgres';

/**
 * The keys of a service: those configured, the first of which signs, and the database's own, which signs where none is
 * configured and always verifies, so that what it signed stays valid when keys are configured later.
 */
export async function openSigningKeys(
  database: Queryable,
  configured: readonly SigningKey[] = [],
): Promise<SigningKeys> {
  const [row] = await database.query<{ id: string; secret: string }>('SELECT id, secret FROM signing_key');
  if (row === undefined)
    throw new Error('the database has lost its signing key: restore the row of signing_key');
  const own: SigningKey = { id: row.id, secret: createSecretKey(Buffer.from(row.secret)) };
  const [first, ...others] = configured;
  return new SigningKeys(first === undefined ? [own] : [first, ...others, own]);
}
