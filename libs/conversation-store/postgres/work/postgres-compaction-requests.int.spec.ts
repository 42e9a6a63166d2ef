import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { PostgresCompactionRequests } from './postgres-compaction-requests';
import { PostgresWorkQueue } from './postgres-work-queue';

let store: StoreUnderTest;
/** As the context-builder, and as the summarizer. */
let operator: PostgresCompactionRequests;
let worker: PostgresCompactionRequests;

beforeAll(async () => {
  store = await storeUnderTest();
  operator = new PostgresCompactionRequests(await store.as('verbatim_context'));
  worker = new PostgresCompactionRequests(await store.as('verbatim_summarizer'));
}, 60_000);

afterAll(() => store.close());

beforeEach(async () => {
  await store.database.query('TRUNCATE compaction_requests, due_work');
});

const key = { tenant: 'ten\0ant', conversation: 'c' };

async function leaseOne(seconds = 60) {
  const [lease] = await worker.lease('w', 1, seconds);
  if (!lease) throw new Error('nothing was asked');
  return lease;
}

it('is the same request as long as nothing came of it, and another one afterwards', async () => {
  const first = await operator.ask(key, 'attention');
  expect(await operator.ask(key, 'attention')).toBe(first);
  const other = await operator.ask(key, null);
  expect(other).not.toBe(first);
  await worker.done(await leaseOne(), 'e1');
  expect(await operator.ask(key, 'attention')).toBeGreaterThan(other);
});

it('is leased by one worker, again once the lease ran out, and says what is asked for', async () => {
  await operator.ask(key, 'bulks');
  const lease = await leaseOne(60);
  expect(lease).toMatchObject({ ...key, mechanism: 'history' });
  expect(await worker.asked(lease)).toEqual({ what: 'bulks', event: null });
  expect(await worker.lease('w', 1, 60)).toEqual([]);
  expect(await worker.extend(lease, 0)).toBe(true);
  expect(await worker.lease('w', 1, 60, [key.tenant])).toEqual([]);
  await leaseOne();
});

it('tells what came of it', async () => {
  await operator.ask(key, 'large');
  await operator.ask(key, 'topic');
  await operator.ask(key, null);
  await worker.done(await leaseOne(), 'e1');
  await worker.giveBack(await leaseOne());
  const failing = await leaseOne();
  await worker.fail(failing, 'no model', 0);
  expect(await operator.of(key)).toMatchObject([
    { what: null, state: 'asked', event: null, error: 'no model' },
    { what: 'topic', state: 'nothing', event: null },
    { what: 'large', state: 'done', event: 'e1' },
  ]);
  expect(await leaseOne()).toMatchObject({ failures: 1 });
  expect(await worker.extend({ ...failing, token: -1 }, 60)).toBe(false);
});

it('remembers what it is about to lead to, and shows it once it did', async () => {
  await operator.ask(key, 'topic');
  const first = await leaseOne(0);
  await worker.intend(first, 'e\0');
  expect(await operator.of(key)).toMatchObject([{ state: 'asked', event: null }]);
  const second = await leaseOne();
  expect(await worker.asked(second)).toEqual({ what: 'topic', event: 'e\0' });
  await worker.done(second, 'e\0');
  await worker.giveBack(second);
  expect(await operator.of(key)).toMatchObject([{ state: 'done', event: 'e\0' }]);
});

it('is leased one after the other of a conversation, and not beside its due history', async () => {
  const due = new PostgresWorkQueue(await store.as('verbatim_summarizer'));
  await operator.ask(key, 'large');
  await operator.ask(key, 'topic');
  await operator.ask({ ...key, conversation: 'other' }, 'large');
  expect((await worker.lease('w', 5, 60)).map(({ conversation }) => conversation)).toEqual(['c', 'other']);
  await store.database.query(
    `INSERT INTO due_work (tenant, conversation, mechanism, opened_at)
     SELECT tenant, conversation, 'history', 1 FROM compaction_requests WHERE what = 'large'`,
  );
  expect(await due.lease('d', 5, 60)).toEqual([]);
  await store.database.query(`UPDATE compaction_requests SET state = 'done' WHERE conversation = 'other'`);
  expect(await due.lease('d', 5, 60)).toMatchObject([{ conversation: 'other' }]);
  await operator.ask({ ...key, conversation: 'other' }, 'bulks');
  expect(await worker.lease('w', 5, 60)).toEqual([]);
});
