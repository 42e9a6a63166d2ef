import { insertRows } from '../testing/insert-rows';
import { deadLetterRow, journalRow, storeStory } from '../testing/store-story';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { Story } from '../testing/story';
import { PostgresConversationReader } from './postgres-conversation-reader';

const tenant = 'ten\0ant';
const story = new Story(tenant, 'told \ud83d');
story.say('system');
story.say('user');
story.call('x \0', 'y');
story.answer('x \0', 'y');
story.answer('y', 'stray');
story.say('assistant');
story.say('user');
const summary = story.cover(0, 5, 'they greeted \0');
const refused = story.cover(1, 3, null);

const positions = (events: readonly { position: number }[]) => events.map(({ position }) => position);

let store: StoreUnderTest;
let reader: PostgresConversationReader;

beforeAll(async () => {
  store = await storeUnderTest();
  reader = new PostgresConversationReader(await store.as('verbatim_context'));
  await storeStory(store.database, story);
  await storeStory(store.database, new Story('other', story.conversation, 'assigned'));
}, 60_000);

afterAll(() => store.close());

describe('state', () => {
  it('gives the head as it was stored', async () => {
    await expect(reader.head(story)).resolves.toEqual({
      tenant,
      conversation: story.conversation,
      journalPosition: story.head.position,
      journalLink: Buffer.from([3, story.head.position]),
      head: story.head,
      isOutdated: false,
      parked: null,
    });
    await expect(reader.head({ tenant, conversation: 'none' })).resolves.toBeNull();
  });

  it('gives items by ordinals, end exclusive, and by the results they hold, both ends included', async () => {
    const items = story.state.items();
    const results = items.filter(({ firstResult }) => firstResult > 0);
    await expect(reader.items(story, 1, 4)).resolves.toEqual(
      [1, 2, 3].map((each) => story.state.itemAt(each)),
    );
    await expect(reader.itemsOfResults(story, 0, 1)).resolves.toEqual(results.slice(0, 1));
    await expect(reader.itemsOfResults(story, 2, 2)).resolves.toEqual(results.slice(0, 1));
    await expect(reader.itemsOfResults(story, 2, 3)).resolves.toEqual(results);
    await expect(reader.itemsOfResults(story, 4, 9)).resolves.toEqual(results.slice(1));
    await expect(reader.itemsOfResults(story, 5, 9)).resolves.toEqual([]);
  });

  it('gives checkpoints in the order in which they took effect, refused ones too', async () => {
    const [first, second] = story.state.checkpoints();
    await expect(reader.checkpoints(story)).resolves.toEqual([first, second]);
    expect(second).toMatchObject({ id: refused.id, status: 'refused' });
    await expect(reader.checkpoint(story, summary.id)).resolves.toEqual(first);
    await expect(reader.checkpoint(story, 'none')).resolves.toBeNull();
  });

  it('gives live tokens, conflicts and open work', async () => {
    const revoked = new Story(tenant, 'revoked');
    for (let turn = 0; turn < 9; turn += 1) revoked.say('user');
    const early = revoked.cover(0, 3, 'early');
    revoked.cover(3, 6, 'late');
    revoked.revoke(early.id);
    await storeStory(store.database, revoked);
    await insertRows(store.database, 'due_work', [
      { tenant, conversation: 'revoked', mechanism: 'history', opened_at: 1, last_error: 'no \0' },
    ]);
    await insertRows(store.database, 'dead_letters', [deadLetterRow(70, revoked, 'e')]);
    const liveTokens = revoked.live().reduce((sum, { tokens }) => sum + tokens, 0);
    expect(revoked.live()).toHaveLength(6);
    const work = { mechanism: 'history', attempt: 0, failures: 0, failed: false, lastError: 'no \0' };
    await expect(reader.figures(revoked)).resolves.toEqual({
      liveTokens,
      conflicts: 1,
      work: [{ ...work, createdAt: expect.any(Date) }],
    });
    const nothing = { liveTokens: 0, conflicts: 0, work: [] };
    await expect(reader.figures({ tenant, conversation: 'none' })).resolves.toEqual(nothing);
  });
});

describe('journal', () => {
  it('gives events after a position, through another, at most so many', async () => {
    expect(positions(await reader.events(story, 2, 5, 10))).toEqual([3, 4, 5]);
    expect(positions(await reader.events(story, 0, 100, 2))).toEqual([1, 2]);
    await expect(
      reader.events({ tenant: 'none', conversation: story.conversation }, 0, 9, 9),
    ).resolves.toEqual([]);
  });

  it('gives one event with its bytes', async () => {
    const [second] = await reader.events(story, 1, 2, 1);
    await expect(reader.event(story, story.idAt(2))).resolves.toEqual(second);
    expect(second).toMatchObject({
      tenant,
      conversation: story.conversation,
      eventId: story.idAt(2),
      payload: Buffer.from([0, 255, 2]),
      ignored: null,
      log: { topic: 'log', partition: 3, offset: 2 },
      receivedAt: expect.any(Date),
    });
    await expect(reader.event(story, 'none')).resolves.toBeNull();
  });

  it('gives messages only, a page at a time', async () => {
    expect(positions(await reader.messages(story, 0, 100))).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(positions(await reader.messages(story, 3, 2))).toEqual([4, 5]);
  });

  it('finds the newest position of a time, to the millisecond that a reader sees', async () => {
    const key = { tenant, conversation: 'timed' };
    const received = ['10:00:00.5', '10:00:01.123456', '10:00:02'].map((time) => `2026-01-01T${time}Z`);
    const rows = received.map((received_at, index) => ({
      ...key,
      ...journalRow({ position: index + 1, id: `${index}`, type: 'MessageAppended' }),
      received_at,
    }));
    await insertRows(store.database, 'journal', rows);
    const at = (time: string) => reader.positionAt(key, new Date(`2026-01-01T${time}Z`));
    await expect(at('10:00:00.499')).resolves.toBeNull();
    await expect(at('10:00:01.122')).resolves.toBe(1);
    await expect(at('10:00:01.123')).resolves.toBe(2);
    await expect(at('23:00:00')).resolves.toBe(3);
  });

  it('gives the refusals at given positions', async () => {
    expect(story.refusals).toHaveLength(1);
    await expect(reader.refusals(story, [1, 2, refused.position])).resolves.toEqual(story.refusals);
    await expect(reader.refusals(story, [1, 2])).resolves.toEqual([]);
  });
});

const record = (offset: number) => ({ topic: 'log', partition: 3, offset });

it('tells whether a group has passed a record', async () => {
  const position = { topic: 'log', partition: 3, owner: 'o', epoch: 1, log_identity: 'l' };
  await insertRows(store.database, 'processor_positions', [
    { ...position, consumer_group: 'g', next_offset: 7 },
  ]);
  await expect(reader.hasPassed('g', record(6))).resolves.toBe(true);
  await expect(reader.hasPassed('g', record(7))).resolves.toBe(false);
  await expect(reader.hasPassed('never claimed', record(0))).resolves.toBe(false);
});
