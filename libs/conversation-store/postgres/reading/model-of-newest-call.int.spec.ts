import { PostgresReceiptStore } from '../serving/postgres-receipt-store';
import { storeStory } from '../testing/store-story';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { Story } from '../testing/story';
import { PostgresConversationReader } from './postgres-conversation-reader';

const story = new Story('ten\0ant', 'told \ud83d');

let store: StoreUnderTest;

beforeAll(async () => {
  store = await storeUnderTest();
  await storeStory(store.database, story);
}, 60_000);

afterAll(() => store.close());

it('the summarizer learns the model of the newest call of a conversation', async () => {
  const reader = new PostgresConversationReader(await store.as('verbatim_summarizer'));
  const receipts = new PostgresReceiptStore(await store.as('verbatim_context'));
  const { tenant, conversation } = story;
  const serve = async (callId: string, model: string, about: object = {}): Promise<void> => {
    const hash = Buffer.from([1]);
    const body = { requestSha256: hash, bodySha256: hash, document: '{}' };
    const call = {
      tenant,
      conversation,
      callId,
      model,
      position: 1,
      target: 'openai-chat',
      tokens: 1,
      ...body,
    };
    await receipts.insert({ ...call, ...about }, [], null);
  };
  await expect(reader.modelOfNewestCall(story)).resolves.toBeNull();
  await serve('b', 'older');
  await serve('a', 'newer \0');
  await serve('c', 'elsewhere', { conversation: 'another' });
  await serve('d', 'of others', { tenant: 'other' });
  await expect(reader.modelOfNewestCall(story)).resolves.toBe('newer \0');
});
