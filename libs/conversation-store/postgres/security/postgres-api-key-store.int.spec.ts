import { createHash } from 'node:crypto';
import { storeUnderTest, type StoreUnderTest } from '../testing/store-under-test';
import { PostgresApiKeyStore } from './postgres-api-key-store';

let store: StoreUnderTest;
let keys: PostgresApiKeyStore;

beforeAll(async () => {
  store = await storeUnderTest();
  keys = new PostgresApiKeyStore(await store.as('verbatim_context'));
}, 60_000);

afterAll(() => store.close());

const tenant = 'ten\0ant';
const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const key = (secret: string) => ({ tenant, name: 'n\0', scopes: ['read', 'admin'], sha256: hash(secret) });

it('finds a key by its hash until it is revoked', async () => {
  await expect(keys.hasActive()).resolves.toBe(false);
  const created = await keys.create(key('one'));
  expect(created).toMatchObject({ tenant, name: 'n\0', scopes: ['read', 'admin'], revokedAt: null });
  await expect(keys.active(hash('one'))).resolves.toEqual(created);
  await expect(keys.active(hash('two'))).resolves.toBeNull();
  await expect(keys.hasActive()).resolves.toBe(true);
  const revoked = await keys.revoke(tenant, created.id);
  expect(revoked).toEqual({ ...created, revokedAt: expect.any(Date) });
  await expect(keys.revoke(tenant, created.id)).resolves.toEqual(revoked);
  await expect(keys.active(hash('one'))).resolves.toBeNull();
  await expect(keys.hasActive()).resolves.toBe(false);
});

it('lists and revokes the keys of one tenant only', async () => {
  const own = await keys.create(key('three'));
  const other = await keys.create({ ...key('four'), tenant: 'other', name: null });
  const listed = await keys.list(tenant, null, 10);
  expect(listed.map(({ id }) => id)).toContain(own.id);
  expect(listed.map(({ id }) => id)).not.toContain(other.id);
  await expect(keys.list('other', null, 10)).resolves.toEqual([other]);
  await expect(keys.list(tenant, own.id, 10)).resolves.toEqual([]);
  await expect(keys.revoke(tenant, other.id)).resolves.toBeNull();
  await expect(keys.revoke(tenant, 'x')).resolves.toBeNull();
  await expect(keys.active(hash('four'))).resolves.toEqual(other);
  await expect(keys.list(tenant, 'x', 10)).rejects.toMatchObject({ code: 'request-invalid' });
});
