import type { IncomingHttpHeaders } from 'node:http';
import { VerbatimError } from '@verbatim/conversation';

/**
 * The API key that a request brings, in `Authorization: Bearer` or else in `x-api-key`; null without either.
 * @throws VerbatimError `unauthenticated` for another way to authorize alone
 */
export function presentedKey({ authorization, 'x-api-key': own }: IncomingHttpHeaders): string | null {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? '') ?? [];
  if (bearer !== undefined) return bearer;
  if (own !== undefined) return String(own);
  if (authorization === undefined) return null;
  throw new VerbatimError('unauthenticated', 'authorization: expected Bearer and an API key');
}
