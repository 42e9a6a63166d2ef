import { setTimeout as sleep } from 'node:timers/promises';
import { VerbatimError } from '@verbatim/conversation';
import { PostgresReceiptFeed, PostgresReceiptStore, type ReceiptFeed } from '@verbatim/conversation-store';
import { newReceipt } from '@verbatim/conversation-store/postgres/testing/new-receipt';
import {
  type StoreUnderTest,
  storeUnderTest,
} from '@verbatim/conversation-store/postgres/testing/store-under-test';
import { CONTEXT_RECEIPTS, PostgresEventLog, recordKey, type EventLog } from '@verbatim/event-log';
import { ReceiptRelay } from './receipt-relay';

const tenant = 'ten/ant';
const CONVERSATIONS = 32;

let store: StoreUnderTest;
let log: PostgresEventLog;
let feed: PostgresReceiptFeed;
let receipts: PostgresReceiptStore;

beforeEach(async () => {
  store = await storeUnderTest();
  log = new PostgresEventLog(store.database);
  const services = await store.as('verbatim_context');
  feed = new PostgresReceiptFeed(services);
  receipts = new PostgresReceiptStore(services);
}, 60_000);

afterEach(async () => {
  await log.close();
  await store.close();
});

interface Said {
  readonly id: string;
  readonly subject: string;
  readonly sequence: string;
}

const relayOf = (options: { feed?: ReceiptFeed; log?: Pick<EventLog, 'append' | 'ensureTopic'> } = {}) =>
  new ReceiptRelay({ feed, log, partitions: 3, owner: 'one', ...options });
const serve = (callId: string, conversation = 'told') =>
  receipts.insert(
    newReceipt(callId, {
      tenant,
      conversation,
      position: 2,
      tokens: 7,
      document: `{"callId": "${callId}",  "tokens": 1.0}`,
    }),
    [],
    null,
  );

async function inTopic(): Promise<Said[][]> {
  const partitions = await log.partitions(CONTEXT_RECEIPTS);
  const records = await Promise.all(
    partitions.map(({ topic, partition }) => log.read({ topic, partition, offset: 0 }, 9_999)),
  );
  return records.map((each) => each.map(({ value }) => JSON.parse(String(value)) as Said));
}

async function calls(): Promise<string[]> {
  return (await inTopic()).flat().map(({ id }) => id);
}

async function drain(relay: ReceiptRelay): Promise<void> {
  while ((await feed.lag()).waiting > 0) await relay.relay();
}

/** As a reader does that keeps the highest number of each shard, for each partition. */
function withoutRepeats(partitions: readonly Said[][]): Said[] {
  return partitions.flatMap((records) => {
    const highest = new Map<string, number>();
    return records.filter(({ sequence }) => {
      const [shard = '', number = ''] = sequence.split('-');
      const isNew = Number(number) > (highest.get(shard) ?? 0);
      if (isNew) highest.set(shard, Number(number));
      return isNew;
    });
  });
}

it('says what was served as a CloudEvent keyed by its conversation, the receipt as it was written', async () => {
  await serve('call-1', 'to%ld');
  expect(await relayOf().relay()).toBe(1);
  const partitions = await log.partitions(CONTEXT_RECEIPTS);
  const at = partitions.find(({ high }) => high === 1) ?? { partition: 0 };
  const [record] = await log.read({ topic: CONTEXT_RECEIPTS, partition: at.partition, offset: 0 }, 1);
  expect(String(record?.key)).toBe(recordKey(tenant, 'to%ld'));
  expect(String(record?.headers['content-type'])).toContain('application/cloudevents+json');
  expect(JSON.parse(String(record?.value))).toEqual({
    specversion: '1.0',
    id: 'ten%2Fant/call-1',
    source: 'verbatim/context-builder',
    type: 'ContextServed',
    subject: 'to%ld',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    datacontenttype: 'application/json',
    tenantid: tenant,
    dataversion: 1,
    sequence: expect.stringMatching(/^\d+-1$/),
    data: { callId: 'call-1', tokens: 1 },
  });
  expect(String(record?.value)).toContain('{"callId": "call-1",  "tokens": 1.0}');
});

it('repeats what was appended by one that died before it stored its position, and skips nothing', async () => {
  for (const number of [1, 2, 3]) await serve(`call-${number}`);
  const died = new Error('killed');
  const killed: ReceiptFeed = {
    lease: (owner, shards) => feed.lease(owner, shards, 0),
    read: (...bounds) => feed.read(...bounds),
    giveBack: () => Promise.reject(died),
    lag: () => feed.lag(),
  };
  await expect(relayOf({ feed: killed }).relay()).rejects.toBe(died);
  await serve('call-4');
  await drain(relayOf());
  const ids = [1, 2, 3].map((number) => `ten%2Fant/call-${number}`);
  expect(await calls()).toEqual([...ids, ...ids, 'ten%2Fant/call-4']);
  expect(withoutRepeats(await inTopic()).map(({ id }) => id)).toEqual([...ids, 'ten%2Fant/call-4']);
});

it('lets one that froze before its append and wakes late repeat, never skip or put out of order', async () => {
  for (const number of [1, 2, 3]) await serve(`call-${number}`);
  let wake = (): void => undefined;
  const woken = new Promise<void>((resolve) => (wake = resolve));
  let frozen = (): void => undefined;
  const isFrozen = new Promise<void>((resolve) => (frozen = resolve));
  const zombie = relayOf({
    feed: {
      lease: (owner, shards) => feed.lease(owner, shards, 0),
      read: (...bounds) => feed.read(...bounds),
      giveBack: (leases) => feed.giveBack(leases),
      lag: () => feed.lag(),
    },
    log: {
      ensureTopic: (...topic) => log.ensureTopic(...topic),
      append: async (...records) => {
        frozen();
        await woken;
        return log.append(...records);
      },
    },
  }).relay();
  await isFrozen;
  await drain(relayOf());
  await serve('call-4');
  await drain(relayOf());
  wake();
  await zombie;
  await serve('call-5');
  await drain(relayOf());
  const named = (numbers: number[]): string[] => numbers.map((number) => `ten%2Fant/call-${number}`);
  expect(await calls()).toEqual(named([1, 2, 3, 4, 1, 2, 3, 5]));
  expect(withoutRepeats(await inTopic()).map(({ id }) => id)).toEqual(named([1, 2, 3, 4, 5]));
});

it('gives the shards back at once where the log fails, and goes on from there', async () => {
  await serve('call-1');
  const outage = new Error('no broker');
  const failing = relayOf({
    log: { ensureTopic: () => Promise.resolve(), append: () => Promise.reject(outage) },
  });
  await expect(failing.relay()).rejects.toBe(outage);
  expect(await relayOf().relay()).toBe(1);
});

it('takes fewer at once where the topic takes no more, down to one, and more again afterwards', async () => {
  for (let number = 1; number <= 9; number += 1) await serve(`call-${number}`);
  let most = 3;
  const sizes: number[] = [];
  const narrow = relayOf({
    log: {
      ensureTopic: (...topic) => log.ensureTopic(...topic),
      append: (topic, records) => {
        sizes.push(records.length);
        const refusal = new VerbatimError('too-large', 'more than the topic takes at once');
        return records.length > most ? Promise.reject(refusal) : log.append(topic, records);
      },
    },
  });
  expect(await narrow.relay()).toBe(3);
  most = 1;
  expect(await narrow.relay()).toBe(1);
  most = 99;
  await drain(narrow);
  expect(sizes).toEqual([9, 5, 3, 4, 2, 1, 2, 3]);
  expect(await calls()).toEqual(Array.from({ length: 9 }, (_, index) => `ten%2Fant/call-${index + 1}`));
  await serve('huge');
  most = 0;
  await expect(narrow.relay()).rejects.toMatchObject({ code: 'too-large' });
});

it('stands where a receipt of the feed is gone rather than pass over it, and goes on elsewhere', async () => {
  for (const number of [1, 2, 3]) await serve(`call-${number}`);
  await store.database.query("DELETE FROM receipts WHERE call_id = 'call-2'");
  await expect(relayOf().relay()).rejects.toThrow(/lacks one of \d+-2:/);
  await serve('other-1', 'other');
  await expect(relayOf().relay()).rejects.toThrow(/lacks one of/);
  await expect(relayOf().relay()).rejects.toThrow(/lacks one of/);
  expect((await calls()).toSorted()).toEqual(['ten%2Fant/call-1', 'ten%2Fant/other-1']);
});

it('goes on elsewhere without pauses while a shard stands', async () => {
  for (const number of [1, 2]) await serve(`call-${number}`);
  await store.database.query("DELETE FROM receipts WHERE call_id = 'call-1'");
  for (let number = 1; number <= 24; number += 1) await serve(`other-${number}`, 'other');
  const troubles: unknown[] = [];
  const counted: number[] = [];
  const relay = new ReceiptRelay({
    // Four places at once, two of them of the shard that stands.
    feed: {
      lease: (...asked) => feed.lease(...asked),
      read: (leases, _, bytes) => feed.read(leases, 4, bytes),
      giveBack: (leases) => feed.giveBack(leases),
      lag: () => feed.lag(),
    },
    log,
    partitions: 3,
    owner: 'one',
    onTrouble: (error) => troubles.push(error),
    onRelayed: (relayed) => counted.push(relayed),
  });
  const began = Date.now();
  relay.start();
  while ((await feed.lag()).waiting > 2) await sleep(20);
  const took = Date.now() - began;
  await relay.stop(5_000);
  // With a pause after each of the twelve batches it would have been half a minute and more.
  expect(took).toBeLessThan(10_000);
  expect(counted).toEqual(Array.from({ length: 12 }, () => 2));
  expect(String(troubles[0])).toMatch(/lacks one of \d+-1: was/);
});

it('shares the shards among relays while contexts are served, each receipt once and in order', async () => {
  const relays = [relayOf(), relayOf(), relayOf()];
  for (const relay of relays) relay.start();
  const conversations = Array.from({ length: CONVERSATIONS }, (_, index) => `c${index}`);
  const serveAll = async (conversation: string): Promise<void> => {
    for (let number = 1; number <= 20; number += 1) await serve(`${conversation}-${number}`, conversation);
  };
  await Promise.all(conversations.map(serveAll));
  while ((await feed.lag()).waiting > 0) await sleep(20);
  await Promise.all(relays.map((relay) => relay.stop(5_000)));
  const all = (await inTopic()).flat();
  expect(all).toHaveLength(20 * CONVERSATIONS);
  for (const conversation of conversations) {
    const own = all.filter(({ subject }) => subject === conversation).map(({ id }) => id.split('/')[1]);
    expect(own).toEqual(Array.from({ length: 20 }, (_, index) => `${conversation}-${index + 1}`));
  }
});
