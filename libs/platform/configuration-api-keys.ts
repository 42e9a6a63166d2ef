import { createHash } from 'node:crypto';

/** What an API key may allow; every route needs exactly one of these. */
export const scopes = ['append', 'read', 'context', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** A key that the configuration brings; its secret is kept as a hash only. */
export interface ConfiguredKey {
  readonly tenant: string;
  readonly scopes: readonly Scope[];
  readonly sha256: Buffer;
}

const FORM = 'tenant:scope+scope:secret';
const SHORTEST_SECRET = 16;
const LONGEST_TENANT = 256;

/** Completes "expected …". */
export const apiKeysForm = `entries ${FORM}, separated by commas or white space`;

/** What is kept of an API key. It is random and long, so that one pass of SHA-256 is enough. */
export function hashOfKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * The keys of the setting `apiKeys`: entries `tenant:scope+scope:secret`, the tenant percent-encoded.
 * @returns also what is wrong with which entry (from 1), without a word of its text
 */
export function parseApiKeys(text: string): { keys: ConfiguredKey[]; faults: string[] } {
  const keys: ConfiguredKey[] = [];
  const faults: string[] = [];
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  entries.forEach((entry, index) => {
    const key = parseEntry(entry);
    const taken = typeof key !== 'string' && keys.some(({ sha256 }) => sha256.equals(key.sha256));
    if (typeof key === 'string') faults.push(`entry ${index + 1}: ${key}`);
    else if (taken) faults.push(`entry ${index + 1}: has the secret of an entry before it`);
    else keys.push(key);
  });
  if (entries.length === 0) faults.push(`expected ${apiKeysForm}`);
  return { keys, faults };
}

/** The key, or what is wrong with it. */
function parseEntry(entry: string): ConfiguredKey | string {
  const [, encoded, names, secret] = /^([^:]+):([^:]+):(.+)$/.exec(entry) ?? [];
  if (encoded === undefined || names === undefined || secret === undefined) return `expected ${FORM}`;
  const tenant = decoded(encoded);
  if (tenant === null || Array.from(tenant).length > LONGEST_TENANT) {
    return `expected a tenant of at most ${LONGEST_TENANT} characters, percent-encoded`;
  }
  const named = [...new Set(names.split('+'))];
  const known = scopes.filter((scope) => named.includes(scope));
  if (known.length < named.length) return `expected scopes of ${scopes.join(', ')}, joined by +`;
  if (!/^[\x21-\x7e]+$/.test(secret)) return 'expected a secret of ASCII characters';
  if (secret.length < SHORTEST_SECRET) return `expected a secret of at least ${SHORTEST_SECRET} characters`;
  return { tenant, scopes: known, sha256: hashOfKey(secret) };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
