import type { Settlement } from '../../dead-letters/dead-letter-store';
import { PostgresOperationsReader } from '../operations/postgres-operations-reader';
import { insertRows } from '../testing/insert-rows';
import { deadLetterRow } from '../testing/store-story';
import { storeUnderTest, type StoreUnderTest } from '../testing/store-under-test';
import { PostgresDeadLetterStore } from './postgres-dead-letter-store';

let store: StoreUnderTest;
let letters: PostgresDeadLetterStore;
let operations: PostgresOperationsReader;

const page = { after: null, limit: 9, all: false };
const unreadable = { kind: 'unreadable', tenant: null, conversation: null } as const;

beforeAll(async () => {
  store = await storeUnderTest();
  const context = await store.as('verbatim_context');
  letters = new PostgresDeadLetterStore(context);
  operations = new PostgresOperationsReader(context);
  const key = Buffer.from([0, 255]);
  const headers = Buffer.from(JSON.stringify({ ce_id: Buffer.from([1, 254]).toString('base64') }));
  await insertRows(store.database, 'dead_letters', [
    {
      ...deadLetterRow(60, { tenant: '', conversation: '' }, null),
      ...unreadable,
      record_key: key,
      headers,
    },
  ]);
  await insertRows(store.database, 'dead_letters', [
    deadLetterRow(61, { tenant: 'default', conversation: 'c' }, 'e \0'),
    deadLetterRow(62, { tenant: 'private', conversation: 'c' }, 'e'),
  ]);
}, 60_000);

afterAll(() => store.close());

async function idAt(offset: number, topic = 'log'): Promise<string> {
  const sql = 'SELECT id FROM dead_letters WHERE topic = $1 AND log_offset = $2';
  const [row] = await store.database.query<{ id: string }>(sql, [topic, offset]);
  return row?.id ?? 'none';
}

it('pages letters with their record as it came; those of no tenant are the default one’s', async () => {
  const [first, ...more] = await letters.letters('default', { ...page, limit: 1 });
  expect(more).toEqual([]);
  const listed = {
    id: expect.any(String),
    ...unreadable,
    eventId: null,
    log: { topic: 'log', partition: 3, offset: 60 },
    error: { code: 'event-conflict', detail: 'another body \0' },
    raw: Buffer.from([0, 60]),
    bytes: 2,
    createdAt: expect.any(Date),
    settled: null,
  };
  expect(first).toEqual(listed);
  const rest = await letters.letters('default', { ...page, after: first?.id ?? null });
  expect(rest.map(({ tenant, eventId }) => [tenant, eventId])).toEqual([['default', 'e \0']]);
  await expect(letters.letter('default', first?.id ?? '')).resolves.toEqual({
    ...listed,
    recordKey: Buffer.from([0, 255]),
    headers: { ce_id: Buffer.from([1, 254]) },
  });
  const newest = await letters.letters('default', { ...page, limit: 1, order: 'newest' });
  expect(newest.map(({ id }) => id)).toEqual(rest.map(({ id }) => id));
  const next = { ...page, after: newest[0]?.id ?? null, order: 'newest' } as const;
  await expect(letters.letters('default', next)).resolves.toEqual([listed]);
  await expect(letters.letter('private', first?.id ?? '')).resolves.toBeNull();
  await expect(letters.letter('default', 'no id')).resolves.toBeNull();
  await expect(letters.letters('default', { ...page, after: 'no id' })).rejects.toMatchObject({
    code: 'request-invalid',
  });
});

it('keeps what was decided about a letter, the first time only; the letter leaves the open ones', async () => {
  const [discarded, redriven] = [await idAt(60), await idAt(61)];
  const given: Settlement = { outcome: 'discarded', reason: 'noise \0', by: '7', published: null };
  const log = { topic: 'log', partition: 1, offset: 5 };
  const event = { tenant: 't \0', conversation: 'c \0', eventId: 'e2 \0' };
  const published: Settlement = { outcome: 'redriven', reason: null, by: 'local', published: { log, event } };
  await expect(letters.open()).resolves.toEqual({ unreadable: 1, conflict: 2 });
  await expect(letters.settle(discarded, given)).resolves.toBe(true);
  await expect(letters.settle(discarded, published)).resolves.toBe(false);
  await expect(letters.settle(redriven, published)).resolves.toBe(true);
  expect((await letters.letter('default', discarded))?.settled).toEqual({ ...given, at: expect.any(Date) });
  expect((await letters.letter('default', redriven))?.settled).toEqual({
    ...published,
    at: expect.any(Date),
  });
  await expect(letters.letters('default', page)).resolves.toEqual([]);
  const all = await letters.letters('default', { ...page, all: true });
  expect(all.map(({ id }) => id)).toEqual([discarded, redriven]);
  await expect(letters.open()).resolves.toEqual({ unreadable: 0, conflict: 1 });
  const tallies = await operations.deadLetterTallies('default');
  expect([tallies.unreadable.total, tallies.conflict.total]).toEqual([0, 1]);
});

it('lists long records without their bytes', async () => {
  const key = { tenant: 'long', conversation: 'c' };
  const raws = [65_536, 65_537].map((bytes) => Buffer.alloc(bytes, 1));
  const rows = raws.map((raw, index) => ({ ...deadLetterRow(70 + index, key, `e${index}`), raw }));
  await insertRows(store.database, 'dead_letters', rows);
  const listed = await letters.letters('long', page);
  expect(listed.map(({ raw, bytes }) => [raw?.length ?? null, bytes])).toEqual([
    [65_536, 65_536],
    [null, 65_537],
  ]);
  expect((await letters.letter('long', listed[1]?.id ?? ''))?.raw).toEqual(raws[1]);
});

it('tells which letter a redriven record became, also beside an older one at its place', async () => {
  const key = { tenant: 'again', conversation: 'c' };
  const long = new Date(Date.now() - 3_600_000).toISOString();
  await insertRows(store.database, 'dead_letters', [{ ...deadLetterRow(80, key, 'e'), created_at: long }]);
  await insertRows(store.database, 'dead_letters', [deadLetterRow(81, key, 'e')]);
  const redriven = await idAt(81);
  const log = { topic: 'log', partition: 3, offset: 80 };
  const letterAt = async (offset = 80) => (await letters.letterAt({ ...log, offset }, redriven))?.id;
  expect(await letterAt()).toBeUndefined();
  await letters.settle(redriven, {
    outcome: 'redriven',
    reason: null,
    by: '7',
    published: { log, event: null },
  });
  expect(await letterAt()).toBeUndefined();
  const beside = { ...deadLetterRow(80, key, 'e'), topic: 'log@0f', raw: Buffer.from('other') };
  await insertRows(store.database, 'dead_letters', [beside]);
  expect(await letterAt()).toBe(await idAt(80, 'log@0f'));
  expect(await letterAt(82)).toBeUndefined();
  const same = { ...deadLetterRow(82, key, 'e'), created_at: long, raw: Buffer.from([0, 81]) };
  await insertRows(store.database, 'dead_letters', [same]);
  expect(await letterAt(82)).toBe(await idAt(82));
});

it('keeps a letter for one decision at a time, in all processes', async () => {
  const others = new PostgresDeadLetterStore(await store.as('verbatim_context'));
  const within = await letters.claimed('1', async () => [
    await others.claimed('1', async () => 'taken'),
    await others.claimed('2', async () => 'another'),
  ]);
  expect(within).toEqual([null, 'another']);
  await expect(letters.claimed('1', () => Promise.reject(new Error('out of reach')))).rejects.toThrow(
    'out of',
  );
  await expect(others.claimed('1', async () => 'free')).resolves.toBe('free');
});

it.each([
  'UPDATE dead_letter_settlements SET reason = reason',
  'DELETE FROM dead_letter_settlements',
  'DELETE FROM dead_letters',
])('the service cannot take back what was decided: %s', async (sql) => {
  const context = await store.as('verbatim_context');
  await expect(context.query(sql)).rejects.toThrow('permission denied');
});
