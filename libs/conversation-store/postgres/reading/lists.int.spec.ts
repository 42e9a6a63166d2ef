import { insertRows } from '../testing/insert-rows';
import { deadLetterRow, storeStory } from '../testing/store-story';
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

it('pages dead letters; those of no tenant are the default one’s', async () => {
  const unreadable = { kind: 'unreadable', tenant: null, conversation: null };
  await insertRows(store.database, 'dead_letters', [
    { ...deadLetterRow(60, { tenant: '', conversation: '' }, null), ...unreadable },
    deadLetterRow(61, { tenant: 'default', conversation: 'c' }, 'e \0'),
    deadLetterRow(62, { tenant: 'private', conversation: 'c' }, 'e'),
  ]);
  const [first] = await reader.deadLetters('default', null, 1);
  expect(first).toEqual({
    id: expect.any(String),
    ...unreadable,
    eventId: null,
    log: { topic: 'log', partition: 3, offset: 60 },
    error: { code: 'event-conflict', detail: 'another body \0' },
    raw: Buffer.from([0, 60]),
    createdAt: expect.any(Date),
  });
  const rest = await reader.deadLetters('default', first?.id ?? null, 9);
  expect(rest.map(({ tenant, eventId }) => [tenant, eventId])).toEqual([['default', 'e \0']]);
  await expect(reader.deadLetter('default', first?.id ?? '')).resolves.toEqual(first);
  await expect(reader.deadLetter('private', first?.id ?? '')).resolves.toBeNull();
  await expect(reader.deadLetter('default', 'no id')).resolves.toBeNull();
  await expect(reader.deadLetters('default', 'no id', 9)).rejects.toMatchObject({ code: 'request-invalid' });
});
