import { isLoopback, keysRequired } from './configuration-access';
import { hashOfKey, parseApiKeys } from './configuration-api-keys';

const secret = 'a:secret+of/its=own';

describe('API keys in the configuration', () => {
  it('are entries of tenant, scopes and secret, between commas or white space', () => {
    const text = ` acme:read+append:${secret}1,\n caf%C3%A9%2C%20bar%3A1:admin:${secret}2 \t x:context:${secret}3,`;
    expect(parseApiKeys(text)).toEqual({
      keys: [
        { tenant: 'acme', scopes: ['append', 'read'], sha256: hashOfKey(`${secret}1`) },
        { tenant: 'café, bar:1', scopes: ['admin'], sha256: hashOfKey(`${secret}2`) },
        { tenant: 'x', scopes: ['context'], sha256: hashOfKey(`${secret}3`) },
      ],
      faults: [],
    });
  });

  it.each([
    ['hunter2', 'expected tenant:scope+scope:secret'],
    [':read:hunter2-hunter2-hunter2', 'expected tenant:scope+scope:secret'],
    ['hunter2::hunter2-hunter2-hunter2', 'expected tenant:scope+scope:secret'],
    ['hunter2:write+read:hunter2-hunter2', 'expected scopes of append, read, context, admin, joined by +'],
    ['hunter2:read+:hunter2-hunter2', 'expected scopes of append, read, context, admin, joined by +'],
    ['hunter2:read:hunter2-hunter2', 'expected a secret of at least 16 characters'],
    ['hunter2:read:hunter2-hünter2-hunter2', 'expected a secret of ASCII characters'],
    ['%hunter2:read:hunter2-hunter2-hunter2', 'expected a tenant of at most 256 characters, percent-encoded'],
    [
      `${'h'.repeat(257)}:read:hunter2-hunter2-h`,
      'expected a tenant of at most 256 characters, percent-encoded',
    ],
    [`other:read:${secret}`, 'has the secret of an entry before it'],
  ])('%s is refused by its number, never by its text', (entry, fault) => {
    expect(parseApiKeys(`acme:read:${secret}, ${entry}`).faults).toEqual([`entry 2: ${fault}`]);
    expect(fault).not.toContain('hunter2');
  });

  it('are at least one where the setting is there', () => {
    expect(parseApiKeys(', ,').faults).toHaveLength(1);
  });
});

describe('keys are required', () => {
  it.each(['127.0.0.1', '127.8.0.9', '::1', 'localhost', 'LOCALHOST'])('not on %s', (host) => {
    expect(isLoopback(host)).toBe(true);
    expect(keysRequired({ host, apiKeys: undefined })).toBe(false);
    expect(keysRequired({ host, apiKeys: [] })).toBe(true);
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', 'example.org', '127.0.0.1.example.org', '::ffff:127.0.0.1'])(
    'on %s',
    (host) => {
      expect(keysRequired({ host, apiKeys: undefined })).toBe(true);
    },
  );
});
