import { insertRows } from '../testing/insert-rows';
import { storeStory } from '../testing/store-story';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { Story } from '../testing/story';
import { PostgresConversationReader } from './postgres-conversation-reader';

let store: StoreUnderTest;
let reader: PostgresConversationReader;

beforeAll(async () => {
  store = await storeUnderTest();
  reader = new PostgresConversationReader(await store.as('verbatim_context'));
}, 60_000);

afterAll(() => store.close());

it('pages the conversations of a tenant', async () => {
  for (const name of ['a', 'b \0', 'c']) await storeStory(store.database, new Story('paged', name));
  const [first, second] = await reader.conversations('paged', null, 2);
  expect([first?.conversation, second?.conversation]).toEqual(['a', 'b \0']);
  expect(first).toMatchObject({ tenant: 'paged', journalPosition: 1, head: { conversation: 'a' } });
  expect([first?.createdAt, first?.updatedAt]).toEqual([expect.any(Date), expect.any(Date)]);
  const rest = await reader.conversations('paged', second?.conversation ?? '', 2);
  expect(rest.map(({ conversation }) => conversation)).toEqual(['c']);
});

it('names the conversations that follow the default policy and were used since, by an event or for a context', async () => {
  await storeStory(store.database, new Story('followed', 'follows \0'));
  await storeStory(store.database, new Story('followed', 'assigned', 'assigned'));
  await storeStory(store.database, new Story('followed', 'old'));
  await store.database.query(
    `UPDATE conversation_heads SET updated_at = '2020-01-01' WHERE tenant = 'followed' AND conversation = 'old'`,
  );
  const followers = await reader.followersOfDefault('followed', new Date('2021-01-01'));
  expect(followers).toEqual([{ tenant: 'followed', conversation: 'follows \0' }]);
  await insertRows(store.database, 'sessions', [
    { tenant: 'followed', conversation: 'old', last_used: '2021-01-01' },
    { tenant: 'other', conversation: 'follows \0', last_used: '2021-01-01' },
  ]);
  const used = await reader.followersOfDefault('followed', new Date('2021-01-01'));
  expect(used.map(({ conversation }) => conversation)).toEqual(['follows \0', 'old']);
});

it('pages the parked conversations of a tenant, each with the event that it is parked at', async () => {
  const parking = { appliedThrough: 1, parked: { code: 'event-version-unknown', detail: 'newer \0' } };
  for (const name of ['a \0', 'b']) {
    const story = new Story('waiting', name);
    story.say('user');
    await storeStory(store.database, story, parking);
  }
  await storeStory(store.database, new Story('waiting', 'c'));
  await storeStory(store.database, new Story('elsewhere', 'd'), { ...parking, appliedThrough: 0 });
  const [first, ...more] = await reader.parked('waiting', null, 1);
  expect(more).toEqual([]);
  expect(first).toEqual({
    tenant: 'waiting',
    conversation: 'a \0',
    position: 2,
    eventId: new Story('', '').idAt(2),
    type: 'MessageAppended',
    dataversion: 1,
    error: parking.parked,
    journalPosition: 2,
    receivedAt: expect.any(Date),
  });
  const rest = await reader.parked('waiting', 'a \0', 9);
  expect(rest.map(({ conversation }) => conversation)).toEqual(['b']);
  const key = { tenant: 'waiting', conversation: 'a \0' };
  await expect(reader.parkedAt(key)).resolves.toEqual(first);
  await expect(reader.parkedAt({ ...key, conversation: 'c' })).resolves.toBeNull();
});
