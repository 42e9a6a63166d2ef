import { createSecretKey, type KeyObject } from 'node:crypto';

/** A key that signs events of our own services; its secret shows in no dump. */
export interface ConfiguredSigningKey {
  readonly id: string;
  readonly secret: KeyObject;
}

const SHORTEST_SECRET = 32;

/** Completes "expected …". */
export const signingKeysForm = 'entries id:secret, separated by commas, the first of which signs';

/**
 * The keys of the setting `signingKeys`: entries `id:secret`, the first one signs.
 * @returns also what is wrong with which entry (from 1), without a word of its text
 */
export function parseSigningKeys(text: string): { keys: ConfiguredSigningKey[]; faults: string[] } {
  const keys: ConfiguredSigningKey[] = [];
  const faults: string[] = [];
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  entries.forEach((entry, index) => {
    const key = parseEntry(entry);
    const taken = typeof key !== 'string' && keys.some(({ id }) => id === key.id);
    if (typeof key === 'string') faults.push(`entry ${index + 1}: ${key}`);
    else if (taken) faults.push(`entry ${index + 1}: has the id of an entry before it`);
    else keys.push(key);
  });
  if (entries.length === 0) faults.push(`expected ${signingKeysForm}`);
  return { keys, faults };
}

/** The key, or what is wrong with it. */
function parseEntry(entry: string): ConfiguredSigningKey | string {
  const [, id, secret] = /^([^:]+):(.+)$/.exec(entry) ?? [];
  if (id === undefined || secret === undefined) return 'expected id:secret';
  if (!/^[\w-]{1,64}$/.test(id)) return 'expected an id of at most 64 letters, digits, _ and -';
  if (!/^[\x21-\x7e]+$/.test(secret)) return 'expected a secret of ASCII characters';
  if (secret.length < SHORTEST_SECRET) return `expected a secret of at least ${SHORTEST_SECRET} characters`;
  return { id, secret: createSecretKey(Buffer.from(secret)) };
}
