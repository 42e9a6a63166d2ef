import { Database } from '@verbatim/postgres';
import { storeUnderTest, type StoreUnderTest } from '../testing/store-under-test';
import { PostgresModelCircuits } from '../work/postgres-model-circuits';
import { PostgresOperationsReader } from './postgres-operations-reader';

let test: StoreUnderTest;
let operations: PostgresOperationsReader;

beforeAll(async () => {
  test = await storeUnderTest();
  operations = new PostgresOperationsReader(await test.as('verbatim_context'));
});
afterAll(() => test.close());

const resources = () => operations.resources(0);

it('tells a service, whose own role could not see it, who has a transaction open and what it may lock', async () => {
  const none = await resources();
  expect(none.open).toEqual([]);
  await test.database.query(`INSERT INTO log_topics VALUES ('t', 1)`);
  await test.database.query(`INSERT INTO log_partitions (topic, partition) VALUES ('t', 0)`);
  await test.database.transaction(async (tx) => {
    await tx.query(`SELECT FROM log_append('t', '{0}', '{"k"}', '{"v"}', '{"{}"}')`);
    const [self] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const { open } = await resources();
    expect(open).toEqual([
      {
        pid: self?.pid,
        login: expect.any(String),
        application: 'verbatim spec',
        state: 'idle in transaction',
        seconds: expect.any(Number),
        locked: ['log_partitions', 'log_records'],
      },
    ]);
    expect((await operations.resources(3600)).open).toEqual([]);
  });
  expect(none.connections).toBeGreaterThanOrEqual(2);
  expect(none.mostConnections).toBeGreaterThan(none.connections);
  expect(none.bytes).toBeGreaterThan(1_000_000);
});

it('tells which models a summarizer leaves alone until their time is over, or it calls them again', async () => {
  const circuits = new PostgresModelCircuits(await test.as('verbatim_summarizer'));
  const until = Date.now() + 60_000;
  await circuits.opened({ model: 'a', until: until - 1, reason: 'status 500' });
  await circuits.opened({ model: 'a', until, reason: 'status 503' });
  await circuits.opened({ model: 'b', until, reason: 'status 429' });
  await circuits.opened({ model: 'gone', until: Date.now() - 1, reason: 'long ago' });
  await circuits.closed('b');
  expect((await resources()).circuits).toEqual([
    { model: 'a', until: new Date(until), reason: 'status 503' },
  ]);
});

it('lets nobody but the context-builder ask for others of the same login', async () => {
  const projector: Database = await test.as('verbatim_projector');
  await expect(projector.query(`SELECT FROM open_transactions('0 s')`)).rejects.toThrow('permission denied');
});
