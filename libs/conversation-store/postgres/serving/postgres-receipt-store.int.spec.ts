import { createHash } from 'node:crypto';
import type { NewReceipt, Segment } from '../../serving/receipt-store';
import { storeStory } from '../testing/store-story';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { Story } from '../testing/story';
import { insertReceipt } from './insert-receipt';
import { PostgresReceiptStore } from './postgres-receipt-store';

const story = new Story('ten\0ant', 'told \ud83d');
story.say('user');
const { viewVersion } = story.head;

let store: StoreUnderTest;
let receipts: PostgresReceiptStore;

beforeAll(async () => {
  store = await storeUnderTest();
  receipts = new PostgresReceiptStore(await store.as('verbatim_context'));
  await storeStory(store.database, story);
}, 60_000);

afterAll(() => store.close());

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const segment = (text: string): Segment => ({ sha256: sha256(Buffer.from(text)), bytes: Buffer.from(text) });
const { tenant, conversation } = story;
const receipt = (callId: string, changes: Partial<NewReceipt> = {}): NewReceipt => ({
  tenant,
  conversation,
  callId,
  position: 2,
  model: 'm \0',
  target: 'openai-chat',
  tokens: 7,
  requestSha256: Buffer.from([0, 255]),
  bodySha256: Buffer.from([1, 92]),
  document: '{"b": 1.0, "a": 9007199254740993,  "b": "\\u0000 \\ud83d"}',
  ...changes,
});
const stored = async (segments: readonly Segment[]): Promise<number> =>
  (
    await receipts.segments(
      story,
      segments.map((each) => each.sha256),
    )
  ).size;

it('keeps a receipt and its segments as they came, byte for byte', async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const segments = [{ sha256: sha256(bytes), bytes }, segment(''), segment('{"\\u0000"}'), segment('')];
  await expect(receipts.insert(receipt('call \0'), segments, viewVersion)).resolves.toBe('inserted');
  await expect(receipts.receipt(tenant, 'call \0')).resolves.toEqual({
    ...receipt('call \0'),
    createdAt: expect.any(Date),
    sequence: expect.any(Number),
  });
  const found = await receipts.segments(story, [...segments.map((each) => each.sha256), Buffer.from('none')]);
  expect(found).toEqual(new Map(segments.map((each) => [each.sha256.toString('hex'), each.bytes])));
  await expect(receipts.receipt('other', 'call \0')).resolves.toBeNull();
});

it('takes a receipt without segments, and segments that are there already', async () => {
  await expect(receipts.insert(receipt('bare'), [], null)).resolves.toBe('inserted');
  await expect(receipts.insert(receipt('one'), [segment('same')], null)).resolves.toBe('inserted');
  await expect(receipts.insert(receipt('two'), [segment('same')], null)).resolves.toBe('inserted');
});

it('writes nothing where the view has changed, or the conversation is not there', async () => {
  const segments = [segment('stale')];
  await expect(receipts.insert(receipt('stale'), segments, viewVersion - 1)).resolves.toBe('stale');
  await expect(receipts.insert(receipt('stale', { conversation: 'none' }), segments, 1)).resolves.toBe(
    'stale',
  );
  await expect(receipts.receipt(tenant, 'stale')).resolves.toBeNull();
  await expect(stored(segments)).resolves.toBe(0);
  await expect(receipts.insert(receipt('stale'), segments, viewVersion)).resolves.toBe('inserted');
});

it('keeps the first receipt of a call id, whatever the view is by then', async () => {
  await receipts.insert(receipt('taken'), [], null);
  const again = receipt('taken', { tokens: 8 });
  const segments = [segment('of the second')];
  await expect(receipts.insert(again, segments, viewVersion)).resolves.toBe('exists');
  await expect(receipts.insert(again, segments, viewVersion - 1)).resolves.toBe('exists');
  await expect(receipts.receipt(tenant, 'taken')).resolves.toMatchObject({ tokens: 7 });
  await expect(stored(segments)).resolves.toBe(0);
});

it('takes one of many receipts with the same call id that come at once', async () => {
  const attempts = Array.from({ length: 8 }, (_, tokens) => {
    const segments = [segment('shared'), segment(`own ${tokens}`)];
    return receipts.insert(receipt('raced', { tokens }), segments, viewVersion);
  });
  const answers = await Promise.all(attempts);
  expect(answers.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'exists'), 'inserted']);
  const winner = answers.indexOf('inserted');
  await expect(receipts.receipt(tenant, 'raced')).resolves.toMatchObject({ tokens: winner });
  await expect(stored(attempts.map((_, index) => segment(`own ${index}`)))).resolves.toBe(1);
});

it('takes segments in one order, so that two that share them never wait for each other', async () => {
  const shared = ['one', 'two', 'three', 'four'].map(segment);
  const [low, high] = ends(shared);
  let waiting: Promise<unknown> = Promise.resolve();
  await store.database.transaction(async (other) => {
    await insertReceipt(other, receipt('low'), [low], null);
    waiting = receipts.insert(receipt('waiting'), [high, low], null);
    await untilOneWaits();
    await expect(insertReceipt(other, receipt('high'), [high], null)).resolves.toBe('inserted');
  });
  await expect(waiting).resolves.toBe('inserted');
});

function ends(segments: readonly Segment[]): [Segment, Segment] {
  const sorted = segments.toSorted((a, b) => Buffer.compare(a.sha256, b.sha256));
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined) throw new RangeError('no segments');
  return [low, high];
}

async function untilOneWaits(): Promise<void> {
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await store.database.query(waits)).length === 0);
}

it('does not wait for the projector, and sees what that has committed', async () => {
  await store.database.transaction(async (projector) => {
    await projector.query('UPDATE conversation_heads SET view_version = view_version + 1');
    await expect(receipts.insert(receipt('before'), [], viewVersion)).resolves.toBe('inserted');
  });
  await expect(receipts.insert(receipt('after'), [], viewVersion)).resolves.toBe('stale');
  await expect(receipts.insert(receipt('after'), [], viewVersion + 1)).resolves.toBe('inserted');
});

it('pages receipts, and gives the newest of a model and target', async () => {
  const key = { tenant: 'paged', conversation: 'one' };
  for (const callId of ['a', 'b', 'c']) await receipts.insert(receipt(callId, key), [], null);
  await receipts.insert(receipt('d', { ...key, conversation: 'two', model: 'other' }), [], null);
  const [first, second, ...rest] = await receipts.receipts(key, 0, 9);
  expect([first, second, ...rest].map((each) => each?.callId)).toEqual(['a', 'b', 'c']);
  await expect(receipts.receipts(key, first?.sequence ?? 0, 1)).resolves.toEqual([second]);
  const all = await receipts.allReceipts('paged', second?.sequence ?? 0, 9);
  expect(all.map(({ callId }) => callId)).toEqual(['c', 'd']);
  const newest = await receipts.allReceipts('paged', 0, 3, 'newest');
  expect(newest.map(({ callId }) => callId)).toEqual(['d', 'c', 'b']);
  const oldest = await receipts.allReceipts('paged', newest.at(-1)?.sequence ?? 0, 9, 'newest');
  expect(oldest.map(({ callId }) => callId)).toEqual(['a']);
  const ofOne = await receipts.receipts(key, 0, 2, 'newest');
  expect(ofOne.map(({ callId }) => callId)).toEqual(['c', 'b']);
  await expect(receipts.previous(key, 'm \0', 'openai-chat')).resolves.toMatchObject({ callId: 'c' });
  await expect(receipts.previous(key, 'other', 'openai-chat')).resolves.toBeNull();
  await expect(receipts.previous(key, 'm \0', 'anthropic')).resolves.toBeNull();
});

it('lists no further than where a receipt could still appear, and waits for those that are being inserted', async () => {
  const key = { tenant: 'listed', conversation: 'one' };
  const names = async () => (await receipts.allReceipts('listed', 0, 9)).map(({ callId }) => callId);
  await receipts.insert(receipt('before', key), [], null);
  await expect(names()).resolves.toEqual(['before']);
  let waiting: Promise<string[]> = Promise.resolve([]);
  await store.database.transaction(async (slow) => {
    await insertReceipt(slow, receipt('slow', key), [], null);
    await receipts.insert(receipt('fast', key), [], null);
    await expect(names()).resolves.toEqual(['before']);
    await expect(receipts.allReceipts('listed', 0, 9, 'newest')).resolves.toHaveLength(1);
    waiting = names();
  });
  await expect(waiting).resolves.toEqual(['before', 'slow', 'fast']);
  await expect(receipts.receipts(key, 0, 9)).resolves.toHaveLength(3);
});

it('keeps what was said to be sent for a call, once each', async () => {
  const [one, other] = [sha256(Buffer.from('one')), sha256(Buffer.from('other'))];
  await expect(receipts.sent(tenant, 'sent \0')).resolves.toEqual([]);
  for (const hash of [one, other, one]) await receipts.recordSent(tenant, 'sent \0', hash);
  const said = await receipts.sent(tenant, 'sent \0');
  expect(said.toSorted()).toEqual([one, other].map((hash) => hash.toString('hex')).toSorted());
  await expect(receipts.sent('other', 'sent \0')).resolves.toEqual([]);
});
