import type { Policy } from './policy';

/**
 * The canonical form of a policy (RFC 8785: keys sorted by UTF-16 unit, no white space); the SHA-256 of its UTF-8 bytes
 * is the policy's version.
 */
export function canonicalPolicy(policy: Policy): string {
  return canonical(policy);
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
