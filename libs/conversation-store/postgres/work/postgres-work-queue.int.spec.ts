import type { Database } from '@verbatim/postgres';
import { insertRows } from '../testing/insert-rows';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { leaseWork } from './lease-work';
import { PostgresWorkQueue } from './postgres-work-queue';

let store: StoreUnderTest;
let summarizer: Database;
let queue: PostgresWorkQueue;

beforeAll(async () => {
  store = await storeUnderTest();
  summarizer = await store.as('verbatim_summarizer');
  queue = new PostgresWorkQueue(summarizer);
}, 60_000);

afterAll(() => store.close());

beforeEach(async () => {
  await store.database.query('TRUNCATE due_work, conversation_heads');
});

const tenant = 'ten\0ant';

async function open(...conversations: readonly string[]): Promise<void> {
  for (const conversation of conversations) {
    const row = { tenant, conversation, mechanism: 'history', opened_at: 1, attempt: 2 };
    await insertRows(store.database, 'due_work', [row]);
  }
}

async function moveTo(conversation: string, applied_position: number): Promise<void> {
  await store.database.query('DELETE FROM conversation_heads');
  const head = { journal_link: Buffer.from('l'), view_version: 1, fold_version: 1, state: {} };
  const row = { tenant, conversation, journal_position: applied_position, applied_position, ...head };
  await insertRows(store.database, 'conversation_heads', [row]);
}

async function leaseOne(seconds = 60) {
  const [lease] = await queue.lease('w', 1, seconds);
  if (lease === undefined) throw new Error('nothing was leased');
  return lease;
}

async function leaseMany(worker: string): Promise<string[]> {
  const leased: string[] = [];
  for (let batch = 0; batch < 20; batch += 1) leased.push(...names(await queue.lease(worker, 7, 60)));
  return leased;
}

const endDelays = () => store.database.query('UPDATE due_work SET not_before = now()');
const names = (leases: readonly { conversation: string }[]) => leases.map(({ conversation }) => conversation);

it('leases the oldest work first, each piece once', async () => {
  await open('a', 'b \0', 'c');
  const first = await queue.lease('one', 2, 60);
  expect(first).toEqual([
    { tenant, conversation: 'a', mechanism: 'history', attempt: 2, failures: 0, token: expect.any(Number) },
    {
      tenant,
      conversation: 'b \0',
      mechanism: 'history',
      attempt: 2,
      failures: 0,
      token: expect.any(Number),
    },
  ]);
  expect(names(await queue.lease('two', 2, 60))).toEqual(['c']);
  expect(await queue.lease('three', 2, 60)).toEqual([]);
});

it('never gives one piece to two workers that ask at once', async () => {
  const all = Array.from({ length: 200 }, (_, index) => `c${index}`);
  await open(...all);
  const leased = (await Promise.all(['1', '2', '3', '4'].map(leaseMany))).flat();
  expect(leased.toSorted()).toEqual(all.toSorted());
});

it('passes over what another worker is leasing at this moment, without waiting for it', async () => {
  await open('a', 'b', 'c');
  await summarizer.transaction(async (other) => {
    expect(names(await leaseWork(other, 'other', 2, 60))).toEqual(['a', 'b']);
    expect(names(await queue.lease('w', 2, 60))).toEqual(['c']);
  });
});

it('leases nothing of the tenants that are to be left out', async () => {
  await open('a');
  await expect(queue.lease('w', 1, 60, ['other', tenant])).resolves.toEqual([]);
  expect(names(await queue.lease('w', 1, 60, ['other']))).toEqual(['a']);
});

it('leases work again when its lease has run out, and then the first worker changes nothing', async () => {
  await open('a');
  const lost = await leaseOne(0);
  const lease = await leaseOne();
  expect(lease.token).toBeGreaterThan(lost.token);
  await expect(queue.extend(lost, 60)).resolves.toBe(false);
  await queue.giveBack(lost, 1);
  await queue.fail(lost, 'late', 0, 1);
  await expect(queue.lease('w', 1, 60)).resolves.toEqual([]);
  await expect(queue.figures()).resolves.toMatchObject({ open: 1, leased: 1, failed: 0 });
});

it('prolongs a lease, even one that ran out untaken', async () => {
  await open('a');
  const lease = await leaseOne(0);
  await expect(queue.extend(lease, 60)).resolves.toBe(true);
  await expect(queue.lease('w', 1, 60)).resolves.toEqual([]);
});

it('never takes a lease of closed work for one of work opened anew', async () => {
  await open('a');
  const old = await leaseOne();
  await store.database.query('DELETE FROM due_work');
  await open('a');
  await leaseOne();
  await expect(queue.extend(old, 60)).resolves.toBe(false);
});

it('does not prolong a lease that the projector took away', async () => {
  await open('a');
  const lease = await leaseOne();
  await store.database.query('UPDATE due_work SET leased_by = NULL, leased_until = NULL');
  await expect(queue.extend(lease, 60)).resolves.toBe(false);
});

it('leases what was given back only when the conversation has moved on', async () => {
  await open('a');
  await moveTo('a', 5);
  const lease = await leaseOne();
  await queue.giveBack(lease, 5);
  await expect(queue.extend(lease, 60)).resolves.toBe(false);
  await expect(queue.lease('w', 1, 60)).resolves.toEqual([]);
  await moveTo('a', 6);
  expect(names(await queue.lease('w', 1, 60))).toEqual(['a']);
});

it('waits after a failure, shows it as failed from the given number on, and still tries again', async () => {
  await open('a');
  await queue.fail(await leaseOne(), 'first \0', 3600, 2);
  await expect(queue.lease('w', 1, 60)).resolves.toEqual([]);
  await expect(queue.figures()).resolves.toMatchObject({ open: 1, leased: 0, failed: 0 });
  await endDelays();
  await queue.fail(await leaseOne(), 'second', 0, 2);
  await expect(queue.figures()).resolves.toMatchObject({ open: 1, leased: 0, failed: 1 });
  await expect(leaseOne()).resolves.toMatchObject({ failures: 2 });
});

it('counts what is open and how old it is, by the clock of the database', async () => {
  await expect(queue.figures()).resolves.toEqual({ open: 0, leased: 0, failed: 0, oldestSeconds: 0 });
  await open('a', 'b');
  await store.database.query(
    `UPDATE due_work SET created_at = now() - interval '1 hour' WHERE conversation = 'b'`,
  );
  const { oldestSeconds, ...counts } = await queue.figures();
  expect(counts).toEqual({ open: 2, leased: 0, failed: 0 });
  expect(Math.floor(oldestSeconds / 60)).toBe(60);
});
