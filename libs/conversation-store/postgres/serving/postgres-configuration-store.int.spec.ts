import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { PostgresProjectionStore } from '../projection/postgres-projection-store';
import { PostgresConfigurationStore } from './postgres-configuration-store';

let store: StoreUnderTest;
let configuration: PostgresConfigurationStore;

beforeAll(async () => {
  store = await storeUnderTest();
  configuration = new PostgresConfigurationStore(await store.as('verbatim_context'));
}, 60_000);

afterAll(() => store.close());

const tenant = 'ten\0ant';

it('keeps named policies, the newest of each name', async () => {
  const document = { placeholder: '\0 \ud83d \\u0000', nested: { list: [1, 'two', null] } };
  await configuration.putPolicy({ tenant, name: 'b', version: '1', document: {} });
  await configuration.putPolicy({ tenant, name: 'a \0', version: '1', document: {} });
  await configuration.putPolicy({ tenant, name: 'a \0', version: '2', document });
  await configuration.putPolicy({ tenant: 'other', name: 'c', version: '1', document: {} });
  const newest = { tenant, name: 'a \0', version: '2', document, updatedAt: expect.any(Date) };
  await expect(configuration.policy(tenant, 'a \0')).resolves.toEqual(newest);
  await expect(configuration.policies(tenant)).resolves.toEqual([
    newest,
    expect.objectContaining({ name: 'b' }),
  ]);
  await expect(configuration.policy(tenant, 'c')).resolves.toBeNull();
});

it('keeps the name of the default policy', async () => {
  await expect(configuration.defaultPolicy(tenant)).resolves.toBeNull();
  await configuration.putDefaultPolicy(tenant, 'a');
  await configuration.putDefaultPolicy(tenant, 'b \0');
  await expect(configuration.defaultPolicy(tenant)).resolves.toBe('b \0');
  await expect(configuration.defaultPolicy('other')).resolves.toBeNull();
});

it('keeps one temporary policy of a tenant, and ends all of them at once', async () => {
  const temporary = { name: 'a \0', version: '3', document: { placeholder: '\0 \ud83d' } };
  await expect(configuration.temporaryPolicy(tenant)).resolves.toBeNull();
  await configuration.putTemporaryPolicy(tenant, { ...temporary, version: '2' });
  await configuration.putTemporaryPolicy(tenant, temporary);
  await configuration.putTemporaryPolicy('other', temporary);
  await configuration.putTemporaryPolicy('third', temporary);
  await configuration.putTemporaryPolicy('other', null);
  await expect(configuration.temporaryPolicy(tenant)).resolves.toEqual(temporary);
  const projection = new PostgresProjectionStore(await store.as('verbatim_projector'));
  const defaults = await projection.defaultPolicies([tenant, 'other']);
  expect([...defaults]).toEqual([[tenant, temporary]]);
  const ended = await configuration.endTemporaryPolicies();
  expect(ended.toSorted()).toEqual([tenant, 'third'].toSorted());
  await expect(configuration.temporaryPolicy(tenant)).resolves.toBeNull();
  await expect(configuration.endTemporaryPolicies()).resolves.toEqual([]);
});

it('writes for a tenant one after the other, and nothing of what failed', async () => {
  const count = (): Promise<void> =>
    configuration.exclusively('counted', async (inside) => {
      const found = await inside.policy('counted', 'n');
      const version = String(Number(found?.version ?? 0) + 1);
      await inside.putPolicy({ tenant: 'counted', name: 'n', version, document: {} });
    });
  await Promise.all(Array.from({ length: 6 }, count));
  const failing = configuration.exclusively('counted', async (inside) => {
    await inside.putPolicy({ tenant: 'counted', name: 'n', version: 'lost', document: {} });
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  await expect(configuration.policy('counted', 'n')).resolves.toMatchObject({ version: '6' });
});

it('keeps model entries, the newest of each id', async () => {
  await configuration.putModelEntry(tenant, 'm2', { id: 'm2' });
  await configuration.putModelEntry(tenant, 'm1', { id: 'm1', window: 1 });
  await configuration.putModelEntry(tenant, 'm1', { id: 'm1', window: 2, note: '\0' });
  await expect(configuration.modelEntries(tenant)).resolves.toEqual([
    { id: 'm1', window: 2, note: '\0' },
    { id: 'm2' },
  ]);
  await expect(configuration.modelEntries('other')).resolves.toEqual([]);
});
