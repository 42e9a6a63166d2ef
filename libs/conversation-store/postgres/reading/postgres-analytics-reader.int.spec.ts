import type { Head } from '@verbatim/conversation';
import type { NewReceipt } from '../../serving/receipt-store';
import { PostgresReceiptStore } from '../serving/postgres-receipt-store';
import { storeStory } from '../testing/store-story';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { Story } from '../testing/story';
import { PostgresAnalyticsReader } from './postgres-analytics-reader';

let store: StoreUnderTest;
let analytics: PostgresAnalyticsReader;
let receipts: PostgresReceiptStore;

const tenant = 'ten\0ant';
const told = (conversation: string, changes: Partial<Head> = {}, of = tenant): Story => {
  const story = new Story(of, conversation);
  story.say('system');
  for (let message = 0; message < 10; message += 1) story.say(message % 2 === 0 ? 'user' : 'assistant');
  story.cover(0, 3, 'a summary');
  story.cover(3, 5, null);
  story.revoke(story.cover(5, 6, 'taken back').id);
  story.state.head = { ...story.head, ...changes };
  return story;
};
const receipt = (story: Story, callId: string, changes: Partial<NewReceipt> = {}): NewReceipt => ({
  tenant: story.tenant,
  conversation: story.conversation,
  callId,
  position: 2,
  model: 'm \0',
  target: 'openai-chat',
  tokens: 7,
  requestSha256: Buffer.from([1]),
  bodySha256: Buffer.from([2]),
  document: '{}',
  reduction: { messages: 3, originalMessages: 10, originalTokens: 70 },
  ...changes,
});
const spent = (summarizer: string, calls: number) => ({
  summarizer,
  calls,
  inputTokens: calls * 100,
  outputTokens: calls * 10,
});

const one = told('one \ud83d', { summariesAvoided: 5, spending: [spent('p:\0', 2), spent('p:x', 1)] });
const two = told('two', { summariesAvoided: 2, spending: [spent('p:x', 3)] });
const foreign = told('one \ud83d', { summariesAvoided: 100 }, 'other');

beforeAll(async () => {
  store = await storeUnderTest();
  const database = await store.as('verbatim_context');
  analytics = new PostgresAnalyticsReader(database);
  receipts = new PostgresReceiptStore(database);
  for (const story of [one, two, foreign]) await storeStory(store.database, story);
  const { reduction: _, ...ofBefore } = receipt(one, 'of before', { model: 'of before' });
  for (const each of [
    receipt(one, 'a'),
    receipt(one, 'b', { tokens: 9 }),
    receipt(two, 'c'),
    receipt(two, 'd', { model: 'other' }),
    receipt(foreign, 'e'),
    ofBefore,
  ]) {
    await expect(receipts.insert(each, [], null)).resolves.toBe('inserted');
  }
}, 60_000);

afterAll(() => store.close());

const liveTokens = (story: Story): number => story.live().reduce((sum, { tokens }) => sum + tokens, 0);

it('gives the figures of one conversation: a revoked summary stands for nothing, a cut for what it covers', async () => {
  const { stored, covered, summaries, ...figures } = await analytics.figures(tenant, one.conversation);
  expect(stored).toEqual({ messages: 10, tokens: one.head.tokens });
  expect(covered).toEqual({ messages: 5, tokens: one.head.tokens - liveTokens(one) });
  expect(summaries).toEqual({ messages: 1, tokens: 2 });
  expect(figures).toEqual({
    conversations: 1,
    summariesAvoided: 5,
    spending: [spent('p:\0', 2), spent('p:x', 1)],
    served: [
      { model: 'm \0', contexts: 2, messages: 6, tokens: 16, originalMessages: 20, originalTokens: 140 },
    ],
  });
});

it('adds them up over the conversations of a tenant, and of no other', async () => {
  const figures = await analytics.figures(tenant, null);
  expect(figures).toMatchObject({
    conversations: 2,
    stored: { messages: 20, tokens: one.head.tokens + two.head.tokens },
    covered: { messages: 10 },
    summariesAvoided: 7,
    spending: [spent('p:\0', 2), spent('p:x', 4)],
    served: [
      { model: 'm \0', contexts: 3, tokens: 23 },
      { model: 'other', contexts: 1, tokens: 7 },
    ],
  });
});

it('is all nothing where there is no conversation', async () => {
  expect(await analytics.figures(tenant, 'nobody')).toEqual({
    conversations: 0,
    stored: { messages: 0, tokens: 0 },
    covered: { messages: 0, tokens: 0 },
    summaries: { messages: 0, tokens: 0 },
    summariesAvoided: 0,
    spending: [],
    served: [],
  });
});
