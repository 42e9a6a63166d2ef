import type { Database } from '@verbatim/postgres';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { takePart } from './postgres-presence';

let store: StoreUnderTest;
let database: Database;

beforeEach(async () => {
  store = await storeUnderTest();
  database = await store.as('verbatim_context');
}, 60_000);

afterEach(() => store.close());

/** Takes part; says whether it was the first. */
async function started(): Promise<{ first: boolean; leave: () => Promise<void> }> {
  let first = false;
  const leave = await takePart(database, async () => {
    await database.query('SELECT pg_sleep(0.05)');
    first = true;
  });
  return { first, leave };
}

/** Asks until a lock is held, or waited for. */
async function untilLock(granted: boolean): Promise<void> {
  const sql = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE datname = current_database() AND locktype = 'advisory' AND granted = $1`;
  while ((await store.database.query(sql, [granted])).length === 0);
}

it('tells the first from those that join it, and the first of the next time', async () => {
  const together = await Promise.all([started(), started(), started()]);
  expect(together.filter(({ first }) => first)).toHaveLength(1);
  const [one, ...others] = together.toSorted((a, b) => Number(b.first) - Number(a.first));
  await one?.leave();
  const joined = await started();
  expect(joined.first).toBe(false);
  for (const { leave } of [...others, joined]) await leave();
  const next = await started();
  expect(next.first).toBe(true);
  await next.leave();
});

it('nobody goes on before the first is done', async () => {
  const told: string[] = [];
  let release = (): void => undefined;
  const first = takePart(database, () => new Promise<void>((resolve) => (release = resolve)));
  await untilLock(true);
  const second = takePart(database, () => Promise.reject(new Error('it is not the first'))).then((leave) => {
    told.push('second');
    return leave;
  });
  await untilLock(false);
  told.push('released');
  release();
  for (const leave of await Promise.all([first, second])) await leave();
  expect(told).toEqual(['released', 'second']);
});

it('rejects as the first one’s work does, and leaves its place', async () => {
  await expect(takePart(database, () => Promise.reject(new Error('no log')))).rejects.toThrow('no log');
  const next = await started();
  expect(next.first).toBe(true);
  await next.leave();
});
