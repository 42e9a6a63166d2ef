import type { StoredApiKey } from '@verbatim/conversation-store';
import { hashOfKey } from '@verbatim/platform';
import { KeyDirectory, KNOWN_FOR_MS } from './key-directory';

const stored: StoredApiKey = {
  id: '1',
  tenant: 'acme',
  name: null,
  scopes: ['read'],
  createdAt: new Date(0),
  revokedAt: null,
};

function directory() {
  const state = { now: 0, lookups: 0, key: stored as StoredApiKey | null };
  const keys = new KeyDirectory({
    configured: [{ tenant: 'other', scopes: ['admin'], sha256: hashOfKey('configured') }],
    store: {
      active: (sha256) => {
        state.lookups += 1;
        return Promise.resolve(sha256.equals(hashOfKey('stored')) ? state.key : null);
      },
    },
    now: () => state.now,
  });
  return { state, keys };
}

describe('the key directory', () => {
  it('knows configured and stored keys, and no other', async () => {
    const { keys, state } = directory();
    await expect(keys.find('configured')).resolves.toEqual({
      tenant: 'other',
      scopes: ['admin'],
      by: `configured-${hashOfKey('configured').toString('hex').slice(0, 8)}`,
    });
    expect(state.lookups).toBe(0);
    await expect(keys.find('stored')).resolves.toEqual({ tenant: 'acme', scopes: ['read'], by: '1' });
    await expect(keys.find('Stored')).resolves.toBeNull();
  });

  it('looks a stored key up again after two seconds, so that a revocation acts', async () => {
    const { keys, state } = directory();
    await keys.find('stored');
    state.key = null;
    state.now = KNOWN_FOR_MS - 1;
    await expect(keys.find('stored')).resolves.not.toBeNull();
    expect(state.lookups).toBe(1);
    state.now = KNOWN_FOR_MS;
    await expect(keys.find('stored')).resolves.toBeNull();
    await expect(keys.find('stored')).resolves.toBeNull();
    expect([KNOWN_FOR_MS, state.lookups]).toEqual([2000, 3]);
  });
});
