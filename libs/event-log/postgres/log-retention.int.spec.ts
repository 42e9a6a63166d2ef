import { PostgresProjectionStore } from '@verbatim/conversation-store';
import {
  type StoreUnderTest,
  storeUnderTest,
} from '@verbatim/conversation-store/postgres/testing/store-under-test';
import { sqlState } from '@verbatim/postgres';
import { CONTEXT_RECEIPTS, PartitionHalted, type Batch, type PartitionConsumer } from '../event-log';
import { eventually } from '../features/eventually';
import { withMember } from '../features/log-under-test';
import { keptInLog } from './kept-in-log';
import { LogRetention, type RetentionLimits } from './log-retention';
import { PostgresEventLog } from './postgres-event-log';

const topic = 'conversation-events';

let store: StoreUnderTest;
let log: PostgresEventLog;

beforeEach(async () => {
  store = await storeUnderTest();
  log = new PostgresEventLog(store.database, { membershipMs: 50 });
  await log.ensureTopic(topic, { partitions: 2 });
}, 60_000);

afterEach(async () => {
  await log.close();
  await store.close();
});

const append = (partition: number, count: number, to = topic) =>
  log.append(
    to,
    Array.from({ length: count }, () => ({ key: 'key!', value: Buffer.alloc(94), partition })),
  );
/** 4 of the key, 94 of the value, 2 of the headers. */
const SIZE = 100;
const age = (partition: number, before: number) =>
  store.database.query(
    `UPDATE log_records SET appended_at = appended_at - interval '2 h' WHERE partition = $1 AND log_offset < $2`,
    [partition, before],
  );
async function pass(group: string, partition: number, nextOffset: number): Promise<void> {
  await store.database.query(
    `INSERT INTO processor_positions (consumer_group, topic, partition, owner, epoch, next_offset, log_identity)
     VALUES ($1, $2, $3, 'one', 1, $4, $5)
     ON CONFLICT (consumer_group, topic, partition) DO UPDATE SET next_offset = excluded.next_offset`,
    [group, topic, partition, nextOffset, await log.identity()],
  );
}
async function trim(limits: RetentionLimits, step = 7): Promise<number> {
  const projector = await store.as('verbatim_projector');
  return new LogRetention(projector, limits, step).trim(new AbortController().signal);
}
const lows = async (of = topic) => (await log.partitions(of)).map(({ low }) => low);

it('gives up what is older than that, in steps, and keeps what came since', async () => {
  await append(0, 30);
  await age(0, 20);
  for (const partition of [0, 1]) await pass('one', partition, partition === 0 ? 30 : 0);
  expect(await trim({ hours: 1 })).toBe(20);
  expect(await log.partitions(topic)).toMatchObject([{ low: 20, high: 30 }, { low: 0 }]);
  expect(await keptInLog(store.database)).toEqual([{ topic, records: 10, bytes: 10 * SIZE, trimmed: 20 }]);
  expect(await trim({ hours: 1 })).toBe(0);
});

it('never goes beyond a group that claimed the topic, in any partition', async () => {
  await append(0, 30);
  await append(1, 30);
  await age(0, 30);
  await age(1, 30);
  expect(await trim({ hours: 1, bytes: 1 })).toBe(0);
  await pass('fast', 0, 30);
  await pass('fast', 1, 30);
  await pass('slow', 0, 12);
  expect(await trim({ hours: 1, bytes: 1 })).toBe(12);
  expect(await lows()).toEqual([12, 0]);
  await pass('slow', 1, 3);
  await trim({ hours: 1, bytes: 1 });
  expect(await lows()).toEqual([12, 3]);
});

it('takes no notice of positions that belong to another log', async () => {
  await append(0, 10);
  await age(0, 10);
  await pass('one', 0, 10);
  await store.database.query("UPDATE processor_positions SET log_identity = 'another'");
  expect(await trim({ hours: 1 })).toBe(0);
});

it('gives up the oldest records of a topic, wherever they are, until it keeps no more than that', async () => {
  await append(0, 10);
  await append(1, 10);
  await append(0, 10);
  for (const partition of [0, 1]) await pass('one', partition, partition === 0 ? 20 : 10);
  expect(await trim({ bytes: 30 * SIZE })).toBe(0);
  expect(await trim({ bytes: 30 * SIZE - 1 })).toBe(1);
  expect(await lows()).toEqual([1, 0]);
  await trim({ bytes: 12 * SIZE + 50 }, 1);
  expect(await lows()).toEqual([10, 8]);
});

it('trims receipts, which no group of ours reads, by the limits alone', async () => {
  await log.ensureTopic(CONTEXT_RECEIPTS, { partitions: 1 });
  await append(0, 5, CONTEXT_RECEIPTS);
  await append(0, 5);
  expect(await trim({ bytes: 2 * SIZE })).toBe(3);
  expect(await lows(CONTEXT_RECEIPTS)).toEqual([3]);
  expect(await lows()).toEqual([0, 0]);
});

it('counts what is appended and what goes', async () => {
  await append(0, 30);
  await pass('one', 0, 30);
  await pass('one', 1, 0);
  await trim({ bytes: 1050 });
  const [sizes] = await store.database.query(
    `SELECT (SELECT sum(kept_bytes) FROM log_partitions)::int AS counted,
       sum(octet_length(key) + octet_length(value) + octet_length(headers::text))::int AS kept FROM log_records`,
  );
  expect(sizes).toEqual({ counted: 10 * SIZE, kept: 10 * SIZE });
});

it('lets nobody else trim, and nobody delete', async () => {
  for (const role of ['verbatim_context', 'verbatim_summarizer']) {
    const denied = await (
      await store.as(role)
    )
      .query("SELECT log_trim('conversation-events', 0, now(), NULL, 1)")
      .catch(sqlState);
    expect(denied).toBe('42501');
  }
  const projector = await store.as('verbatim_projector');
  await expect(projector.query('DELETE FROM log_records')).rejects.toThrow('permission denied');
  await expect(projector.query('UPDATE log_partitions SET low_offset = 9')).rejects.toThrow(
    'permission denied',
  );
});

describe('a reader', () => {
  const seen: Batch[] = [];
  const from = (nextOffset: number): PartitionConsumer => ({
    claim: async ({ partition }) => ({ nextOffset: partition === 0 ? nextOffset : 0 }),
    handle: async (batch) => void seen.push(batch),
  });

  beforeEach(async () => {
    seen.length = 0;
    await append(0, 10);
    await pass('one', 0, 10);
    await pass('one', 1, 0);
    await trim({ bytes: 4 * SIZE });
    expect(await lows()).toEqual([6, 0]);
  });

  it('whose next record is the first one kept goes on', async () => {
    await withMember(log, { topic, consumer: from(6) }, async () => {
      await eventually(() => expect(seen.flatMap(({ records }) => records)).toHaveLength(4));
    });
    expect(seen[0]?.records[0]?.offset).toBe(6);
  });

  it.each([
    ['some', 4],
    ['nothing', 0],
  ])('whose next record is gone halts, where %s is kept', async (_, kept) => {
    await trim({ bytes: Math.max(1, kept * SIZE) });
    await withMember(log, { topic, consumer: from(5) }, async (subscription) => {
      await eventually(() => expect(subscription.status().halted.get(0)).toMatch(/records were lost/));
    });
    expect(seen).toEqual([]);
  });

  it('whose stored position is gone is refused its claim', async () => {
    await pass('one', 0, 5);
    const projections = new PostgresProjectionStore(await store.as('verbatim_projector'));
    const [range] = await log.partitions(topic);
    const claim = projections.claim({
      group: 'one',
      owner: 'two',
      logIdentity: await log.identity(),
      topic,
      partition: 0,
      low: range?.low ?? 0,
      high: range?.high ?? 0,
    });
    await expect(claim).rejects.toThrow(PartitionHalted);
  });
});
