import type { ConversationListing, ConversationPage } from '../../reading/conversation-reader';
import { insertRows } from '../testing/insert-rows';
import { storeStory } from '../testing/store-story';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { Story } from '../testing/story';
import { toColumn } from '../text-column';
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
  const page = { order: 'id', after: null, limit: 2 } as const;
  const [first, second] = await reader.conversations('paged', page);
  expect([first?.conversation, second?.conversation]).toEqual(['a', 'b \0']);
  expect(first).toMatchObject({ tenant: 'paged', journalPosition: 1, head: { conversation: 'a' } });
  expect([first?.createdAt, first?.updatedAt]).toEqual([expect.any(Date), expect.any(Date)]);
  const rest = await reader.conversations('paged', { ...page, after: second?.cursor ?? null });
  expect(rest.map(({ conversation }) => conversation)).toEqual(['c']);
});

describe('conversations of a tenant with many', () => {
  const tenant = 'listed \0';
  const names = ['a', 'b \0', 'c', 'd/1', 'e'];

  beforeAll(async () => {
    for (const name of names) {
      await storeStory(store.database, new Story(tenant, name));
      await storeStory(store.database, new Story('another', name));
    }
    const days = ['2026-03-01', '2026-01-01', '2026-01-01', '2026-01-01', '2026-02-01 00:00:00.000001'];
    for (const [index, name] of names.entries()) {
      await store.database.query(
        `UPDATE conversation_heads SET created_at = $2::timestamptz WHERE conversation = $1`,
        [toColumn(name), `${days[index]}Z`],
      );
    }
    const described = (
      conversation: string,
      title: string | null,
      user_id: string | null,
      metadata: object,
    ) =>
      [tenant, 'another'].map((of) => ({
        tenant: of,
        conversation,
        title,
        title_search: title?.toLowerCase() ?? null,
        user_id,
        metadata,
      }));
    await insertRows(store.database, 'conversation_descriptions', [
      ...described('a', 'Lost PARCEL 100%', 'ann \0', { project: 'returns', open: true, 'a.b': '5' }),
      ...described('b \0', 'Ärger mit Paketen', 'bob', { project: 'returns', size: 5 }),
      ...described('d/1', null, 'ann \0', { 'key \0': 'value \ud800', size: 50 }),
    ]);
  });

  const all = async (filter: Partial<ConversationPage>, limit = 9): Promise<string[]> => {
    const found: string[] = [];
    for (let after: string | null = null; ;) {
      const page: ConversationListing[] = await reader.conversations(tenant, {
        order: 'id',
        ...filter,
        after,
        limit,
      });
      found.push(...page.map(({ conversation }) => conversation));
      expect(page.every((each) => each.tenant === tenant)).toBe(true);
      if (page.length < limit) return found;
      after = page.at(-1)?.cursor ?? null;
    }
  };

  it.each([1, 2, 9])(
    'come once each in every order, by pages of %i, where several came at one time',
    async (limit) => {
      expect(await all({ order: 'id' }, limit)).toEqual(names);
      expect(await all({ order: 'oldest' }, limit)).toEqual(['b \0', 'c', 'd/1', 'e', 'a']);
      expect(await all({ order: 'newest' }, limit)).toEqual(['a', 'e', 'd/1', 'c', 'b \0']);
    },
  );

  it.each<[Partial<ConversationPage>, string[]]>([
    [{ user: 'ann \0' }, ['a', 'd/1']],
    [{ user: 'ann \0', order: 'newest' }, ['a', 'd/1']],
    [{ user: 'nobody' }, []],
    [{ title: 'parcel' }, ['a']],
    [{ title: '0%' }, ['a']],
    [{ title: '%' }, ['a']],
    [{ title: 'äRGER' }, ['b \0']],
    [{ title: 'p', order: 'oldest' }, ['b \0', 'a']],
    [{ metadata: { project: 'returns' } }, ['a', 'b \0']],
    [{ metadata: { project: 'returns', size: '5' } }, ['b \0']],
    [{ metadata: { size: '5e0' } }, ['b \0']],
    [{ metadata: { 'a.b': '5' } }, ['a']],
    [{ metadata: { open: 'true' } }, ['a']],
    [{ metadata: { 'key \0': 'value \ud800' }, user: 'ann \0' }, ['d/1']],
    [{ metadata: { project: 'returns' }, user: 'ann \0', title: 'lost' }, ['a']],
    [{ metadata: { toString: 'x' } }, []],
  ])('are filtered by %j', async (filter, expected) => {
    expect(await all(filter)).toEqual(expected);
    expect(await all(filter, 1)).toEqual(expected);
  });

  it('refuse the cursor of another order', async () => {
    const page = { order: 'newest', after: 'a', limit: 1 } as const;
    await expect(reader.conversations(tenant, page)).rejects.toMatchObject({ code: 'request-invalid' });
  });

  it('are described one by one', async () => {
    await expect(reader.about({ tenant, conversation: 'd/1' })).resolves.toEqual({
      description: { title: null, user: 'ann \0', metadata: { 'key \0': 'value \ud800', size: 50 } },
      createdAt: new Date('2026-01-01'),
      updatedAt: expect.any(Date),
    });
    const about = await reader.about({ tenant, conversation: 'c' });
    expect(about?.description).toEqual({ title: null, user: null, metadata: {} });
    await expect(reader.about({ tenant, conversation: 'unknown' })).resolves.toBeNull();
  });

  it('are found by indexes where there are many', async () => {
    await store.database.query(
      `INSERT INTO conversation_descriptions (tenant, conversation, user_id, metadata)
       SELECT 'crowd', n::text, 'u' || n, jsonb_build_object('n', n) FROM generate_series(1, 20000) AS n`,
    );
    await store.database.query('ANALYZE conversation_descriptions');
    const planOf = async (condition: string): Promise<string> => {
      const rows = await store.database.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT FROM conversation_descriptions WHERE tenant = 'crowd' AND ${condition}`,
      );
      return rows.map((row) => row['QUERY PLAN']).join();
    };
    expect(await planOf("user_id = 'u7'")).toContain('conversation_descriptions_user');
    expect(await planOf(`metadata @> '{"n":7}'`)).toContain('conversation_descriptions_metadata');
  });
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
