import { VerbatimError } from '@verbatim/conversation';

const LONGEST = 256;

/**
 * The tenant that a request names with `x-tenant-id`: bytes of UTF-8, which Node hands over as Latin-1. Null where it
 * names none.
 * @throws VerbatimError `request-invalid`
 */
export function namedTenant(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const tenant = Buffer.from(String(header), 'latin1').toString('utf8');
  const length = Array.from(tenant).length;
  if (length >= 1 && length <= LONGEST && !tenant.includes('\uFFFD')) return tenant;
  throw new VerbatimError('request-invalid', `x-tenant-id: expected 1 to ${LONGEST} characters of UTF-8`);
}
