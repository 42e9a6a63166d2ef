import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
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
