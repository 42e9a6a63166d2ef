import { setTimeout as sleep } from 'node:timers/promises';
import type { NewReceipt } from '../../serving/receipt-store';
import type { FedReceipt, ShardLease } from '../../serving/receipt-feed';
import { newReceipt } from '../testing/new-receipt';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { insertReceipt } from './insert-receipt';
import { PostgresReceiptFeed } from './postgres-receipt-feed';
import { PostgresReceiptStore } from './postgres-receipt-store';

let store: StoreUnderTest;
let receipts: PostgresReceiptStore;
let feed: PostgresReceiptFeed;

beforeEach(async () => {
  store = await storeUnderTest();
  const services = await store.as('verbatim_context');
  receipts = new PostgresReceiptStore(services);
  feed = new PostgresReceiptFeed(services);
}, 60_000);

afterEach(() => store.close());

const receipt = (callId: string, changes: Partial<NewReceipt> = {}): NewReceipt =>
  newReceipt(callId, { tenant: 'ten\0ant', conversation: 'told', document: '{"b": 1.0}', ...changes });
const insert = (callId: string, changes?: Partial<NewReceipt>) =>
  receipts.insert(receipt(callId, changes), [], null);
const lease = (seconds = 60): Promise<ShardLease[]> => feed.lease('one', 999, seconds);
const read = (leases: readonly ShardLease[], most = 99): Promise<FedReceipt[]> =>
  feed.read(leases, most, 1e6);
const behind = (leases: readonly ShardLease[], last: readonly FedReceipt[]): ShardLease[] =>
  leases.map((each) => ({
    ...each,
    nextNumber: Math.max(
      each.nextNumber,
      ...last.filter(({ shard }) => shard === each.shard).map((fed) => fed.number + 1),
    ),
  }));
const calls = (found: readonly { readonly callId: string }[]): string[] => found.map(({ callId }) => callId);

it('never passes a receipt that was begun earlier and commits later, as a cursor over its sequence does', async () => {
  const afterSequence = (cursor: string) =>
    store.database.query<{ call_id: string; sequence: string }>(
      'SELECT call_id, sequence FROM receipts WHERE sequence > $1 ORDER BY sequence',
      [cursor],
    );
  let seen: FedReceipt[] = [];
  let cursor = '0';
  await store.database.transaction(async (slow) => {
    await insertReceipt(slow, receipt('begun first'), [], null);
    await insert('begun second');
    const leases = await lease();
    seen = await read(leases);
    await feed.giveBack(behind(leases, seen));
    cursor = (await afterSequence(cursor))[0]?.sequence ?? '';
  });
  expect(await afterSequence(cursor)).toEqual([]);
  seen = [...seen, ...(await read(await lease()))];
  expect(seen.map(({ callId, number }) => [callId, number])).toEqual([
    ['begun second', 1],
    ['begun first', 2],
  ]);
});

it('lets the second wait for the first once that has its number', async () => {
  let order: Promise<unknown> = Promise.resolve();
  await store.database.transaction(async (slow) => {
    await insertReceipt(slow, receipt('numbered'), [], null);
    await slow.query('SET CONSTRAINTS receipts_feed IMMEDIATE');
    order = insert('waits');
    const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await store.database.query(waits)).length === 0) await sleep(5);
    expect(await lease()).toEqual([]);
  });
  await order;
  expect(calls(await read(await lease()))).toEqual(['numbered', 'waits']);
});

it('gives back nothing of a statement that was rolled back, repeated or stale', async () => {
  await insert('one');
  await insert('one');
  await receipts.insert(receipt('stale'), [], 1);
  await store.database
    .transaction(async (tx) => {
      await insertReceipt(tx, receipt('gone'), [], null);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await insert('two');
  const found = await read(await lease());
  expect(found.map(({ callId, number }) => [callId, number])).toEqual([
    ['one', 1],
    ['two', 2],
  ]);
  expect(found[0]).toMatchObject({ tenant: 'ten\0ant', conversation: 'told', document: '{"b": 1.0}' });
});

it('leases a shard to one relay at a time, and stores no position of one whose lease was taken over', async () => {
  await insert('one');
  const [frozen, ...others] = await lease(0);
  if (!frozen) throw new Error('nothing was leased');
  expect(others).toEqual([]);
  await sleep(5);
  const [woken] = await feed.lease('two', 99, 60);
  expect(woken).toEqual({ ...frozen, epoch: frozen.epoch + 1 });
  expect(await lease()).toEqual([]);
  expect(await feed.giveBack([{ ...frozen, nextNumber: 2 }])).toEqual([]);
  expect(await feed.giveBack([{ ...frozen, epoch: frozen.epoch + 1, nextNumber: 2 }])).toEqual([
    frozen.shard,
  ]);
  expect(await lease()).toEqual([]);
});

it('reads a beginning of what waits, within bounds, and at least one', async () => {
  for (const number of [1, 2, 3]) await insert(`call ${number}`);
  const leases = await lease();
  expect(calls(await read(leases, 2))).toEqual(['call 1', 'call 2']);
  expect(calls(await feed.read(leases, 9, 1))).toEqual(['call 1']);
  expect(calls(await feed.read(leases, 9, 11))).toEqual(['call 1', 'call 2']);
});

it('takes the shards in turns, so that none is kept waiting by another with many', async () => {
  for (const number of [1, 2, 3]) {
    for (const conversation of ['a', 'b', 'c']) await insert(`${conversation}${number}`, { conversation });
  }
  const leases = await lease();
  expect(leases).toHaveLength(3);
  const found = await read(leases, 4);
  expect(new Set(calls(found))).toEqual(
    new Set(['a1', 'b1', 'c1', calls(found).find((id) => id.endsWith('2'))]),
  );
  expect(found.map(({ shard, number }) => [shard, number])).toEqual(
    found
      .map(({ shard, number }) => [shard, number])
      .toSorted(([a = 0, one = 0], [b = 0, two = 0]) => a - b || one - two),
  );
  expect(calls(await feed.read(leases, 9, 30)).toSorted()).toEqual(['a1', 'b1', 'c1']);
});

it('says how many wait and for how long', async () => {
  expect(await feed.lag()).toEqual({ waiting: 0, oldestSeconds: null });
  await insert('one');
  await insert('two', { conversation: 'another' });
  await store.database.query(
    "UPDATE receipts SET created_at = now() - interval '90 s' WHERE call_id = 'one'",
  );
  const lag = await feed.lag();
  expect(lag.waiting).toBe(2);
  expect(lag.oldestSeconds).toBeGreaterThanOrEqual(90);
});

it('lets the context-builder neither feed nor count', async () => {
  const database = await store.as('verbatim_context');
  for (const change of [
    'UPDATE receipt_shards SET next_number = 9',
    'DELETE FROM receipt_feed',
    "INSERT INTO receipt_feed VALUES (0, 1, 't', 'c')",
  ]) {
    await expect(database.query(change)).rejects.toThrow('permission denied');
  }
});

it('takes numbers in many conversations at once, without a hole in any shard', async () => {
  const all = Array.from({ length: 400 }, (_, index) => index);
  await Promise.all(all.map((index) => insert(`call ${index}`, { conversation: `c${index % 50}` })));
  const found = await read(await lease(), 999);
  expect(found).toHaveLength(400);
  const shards = new Map<number, number[]>();
  for (const { shard, number } of found) shards.set(shard, [...(shards.get(shard) ?? []), number]);
  for (const numbers of shards.values()) expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(shards.size).toBeGreaterThan(8);
});
