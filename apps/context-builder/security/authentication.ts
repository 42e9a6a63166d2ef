import type { IncomingHttpHeaders } from 'node:http';
import { DEFAULT_TENANT, VerbatimError } from '@verbatim/conversation';
import { scopes } from '@verbatim/platform';
import type { RequestHandler } from 'express';
import { admit, type Caller } from './caller';
import type { KeyDirectory } from './key-directory';
import { presentedKey } from './presented-key';
import { namedTenant } from './tenant';

export interface AuthenticationOptions {
  readonly keys: KeyDirectory;
  /** Whether a request without a key is refused. */
  readonly required: boolean;
}

/** Says of each request who asks, before its body is read: strangers cannot make the service hold what they send. */
export function authentication(options: AuthenticationOptions): RequestHandler {
  return async (request, _response, next) => {
    admit(request, await identify(request.headers, options));
    next();
  };
}

/** @throws VerbatimError `unauthenticated`, `tenant-forbidden`, `request-invalid` */
async function identify(headers: IncomingHttpHeaders, options: AuthenticationOptions): Promise<Caller> {
  const key = presentedKey(headers);
  const named = namedTenant(headers['x-tenant-id']);
  if (key === null) {
    if (!options.required) return { tenant: named ?? DEFAULT_TENANT, scopes, by: 'local' };
    const how = 'send it as authorization: Bearer KEY, or as x-api-key: KEY';
    throw new VerbatimError('unauthenticated', `an API key is needed: ${how}`);
  }
  const caller = await options.keys.find(key);
  if (caller === null) throw new VerbatimError('unauthenticated', 'the API key is not known, or was revoked');
  if (named === null || named === caller.tenant) return caller;
  const detail = `x-tenant-id: ${named} is not the tenant of the API key, ${caller.tenant}`;
  throw new VerbatimError('tenant-forbidden', detail);
}
