import * as fc from 'fast-check';
import { sqlState } from '@verbatim/postgres';
import type { ConversationCheckpoint, Item } from '@verbatim/conversation';
import { insertRows } from '../testing/insert-rows';
import { storeStory } from '../testing/store-story';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { Story } from '../testing/story';
import { inSnapshot } from './in-snapshot';
import { PostgresConversationReader } from './postgres-conversation-reader';

let store: StoreUnderTest;
let reader: PostgresConversationReader;

beforeAll(async () => {
  store = await storeUnderTest();
  reader = new PostgresConversationReader(store.database);
}, 60_000);

afterAll(() => store.close());

let stories = 0;
const newStory = (): Story => new Story('acme', `story ${(stories += 1)} \0`);
const ordinals = (items: readonly Item[] | undefined) => items?.map(({ ordinal }) => ordinal);

it('answers null for a conversation that does not exist', async () => {
  await expect(reader.contextSnapshot({ tenant: 'acme', conversation: 'none' }, 10)).resolves.toBeNull();
});

it('loads the newest live messages, and what is pinned or newest from the user wherever it stands', async () => {
  const story = newStory();
  story.say('system');
  const user = story.say('user');
  for (let turn = 0; turn < 6; turn += 1) story.say('assistant');
  await storeStory(store.database, story);
  const snapshot = await reader.contextSnapshot(story, 3);
  expect(ordinals(snapshot?.live)).toEqual([4, 5, 6]);
  expect(snapshot?.pinned.map(({ role }) => role)).toEqual(['system']);
  expect(snapshot?.newestUser).toEqual(story.state.item(user.position));
  expect([...(snapshot?.events.keys() ?? [])].toSorted((a, b) => a - b)).toEqual([2, 3, 7, 8, 9]);
  expect(snapshot?.events.get(user.position)).toMatchObject({
    eventId: user.id,
    payload: Buffer.from([0, 255, user.position]),
  });
});

it('never begins inside a group, nor inside one that the moved start would split', async () => {
  const story = newStory();
  story.say('user');
  story.call('a');
  story.call('b');
  story.answer('a');
  story.answer('b');
  story.say('assistant');
  await storeStory(store.database, story);
  expect(ordinals((await reader.contextSnapshot(story, 2))?.live)).toEqual([1, 2, 3, 4, 5]);
  expect(ordinals((await reader.contextSnapshot(story, 1))?.live)).toEqual([5]);
});

it('counts only live messages across stretches, and brings a covered result of a live call', async () => {
  const story = newStory();
  story.answer('early');
  story.say('user');
  story.cover(0, 2, 'the start');
  story.call('early');
  story.say('user');
  const cut = story.cover(2, 4, null);
  story.say('assistant');
  story.revoke(cut.id);
  await storeStory(store.database, story);
  const snapshot = await reader.contextSnapshot(story, 3);
  expect(ordinals(snapshot?.live)).toEqual([0, 2, 3, 4]);
  expect(snapshot?.checkpoints.map(({ summary }) => summary)).toEqual(['the start']);
});

it('brings open groups and unread results that stand before the window, whole', async () => {
  const story = newStory();
  story.call('a');
  story.call('b', 'c');
  story.answer('a');
  story.answer('b');
  story.call('d');
  story.answer('d');
  story.call('e');
  story.answer('e');
  await storeStory(store.database, story);
  expect(ordinals((await reader.contextSnapshot(story, 0))?.live)).toEqual([1, 3, 6, 7]);
});

it('gives active summaries in the order of what they cover, and no cuts', async () => {
  const story = newStory();
  for (let turn = 0; turn < 8; turn += 1) story.say('user');
  story.cover(6, 7, null);
  story.cover(4, 5, 'second');
  story.cover(0, 2, 'first');
  story.revoke(story.cover(2, 3, 'revoked').id);
  await storeStory(store.database, story);
  const snapshot = await reader.contextSnapshot(story, 3);
  expect(snapshot?.checkpoints.map(({ summary }) => summary)).toEqual(['first', 'second']);
  expect(ordinals(snapshot?.live)).toEqual([3, 5, 7]);
});

it('shows every read the same moment, and refuses to write', async () => {
  const count = 'SELECT count(*)::int AS count FROM policies';
  const policy = { tenant: 'acme', name: 'p', version: 'v', document: {} };
  const counts = await inSnapshot(store.database, async (snapshot) => {
    const before = await snapshot.query(count);
    await insertRows(store.database, 'policies', [policy]);
    return [before, await snapshot.query(count)];
  });
  expect(counts).toEqual([[{ count: 0 }], [{ count: 0 }]]);
  const written = inSnapshot(store.database, (snapshot) => snapshot.query('DELETE FROM policies'));
  expect(sqlState(await written.catch((error: unknown) => error))).toBe('25006');
});

describe('for any history', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('say' as const), role: fc.constantFrom('user', 'assistant', 'system') }),
    fc.record({
      kind: fc.constant('call' as const),
      ids: fc.uniqueArray(callId(), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('answer' as const),
      ids: fc.array(callId(), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({
      kind: fc.constant('cover' as const),
      first: fc.nat(4),
      size: fc.integer({ min: 1, max: 4 }),
      summary: fc.constantFrom('sum \0', null),
    }),
    fc.record({ kind: fc.constant('revoke' as const), index: fc.nat(5) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

  it('gives what a scan of the whole conversation in memory gives', async () => {
    const steps = fc.array(step, { minLength: 1, maxLength: 60 });
    await fc.assert(fc.asyncProperty(steps, fc.nat(8), check), { numRuns: 100 });
  }, 60_000);

  async function check(steps: readonly Step[], maxLive: number): Promise<void> {
    const story = newStory();
    steps.forEach((each) => take(story, each));
    await storeStory(store.database, story);
    const snapshot = await reader.contextSnapshot(story, maxLive);
    const live = scan(story, maxLive);
    const groups = story.state
      .groups()
      .filter(({ position }) => live.some((item) => item.group === position));
    expect(snapshot?.stored.head).toEqual(story.head);
    expect(snapshot?.live).toEqual(live);
    expect(snapshot?.pinned).toEqual(story.state.items().filter(({ ordinal }) => ordinal === null));
    expect(snapshot?.checkpoints).toEqual(activeSummaries(story));
    expect(snapshot?.groups).toEqual(groups);
    expect(snapshot?.newestUser ?? undefined).toEqual(newestUser(story));
  }

  function take(story: Story, each: Step): void {
    switch (each.kind) {
      case 'say':
        story.say(each.role as 'user' | 'assistant' | 'system');
        return;
      case 'call':
        story.call(...each.ids);
        return;
      case 'answer':
        story.answer(...each.ids);
        return;
      case 'cover':
        coverLive(story, each);
        return;
      case 'revoke': {
        const checkpoint = story.state.checkpoints()[each.index];
        if (checkpoint) story.revoke(checkpoint.id);
      }
    }
  }
});

function coverLive(
  story: Story,
  { first, size, summary }: { first: number; size: number; summary: string | null },
) {
  const from = story.live()[first]?.ordinal ?? story.head.unpinned;
  if (from + size <= story.head.unpinned) story.cover(from, from + size, summary);
}

function callId(): fc.Arbitrary<string> {
  return fc.constantFrom('a', 'b \0', 'c \ud83d', 'd');
}

function scan(story: Story, maxLive: number): Item[] {
  const { openGroups, unreadFrom } = story.head;
  const start = startOfWindow(story, maxLive);
  const open = new Set(openGroups.flatMap(({ members }) => members.map(({ position }) => position)));
  const inside = new Set([
    ...story.live().filter(({ ordinal }) => ordinal !== null && ordinal >= start),
    ...story.state.items().filter(({ position }) => open.has(position)),
    ...story.live().filter(({ ordinal }) => ordinal !== null && ordinal === unreadFrom),
  ]);
  const heads = [...inside].filter(({ group, position }) => group === position);
  const isShown = (item: Item): boolean =>
    inside.has(item) || heads.some(({ position }) => position === item.group);
  return story.state.items().filter(isShown);
}

function startOfWindow(story: Story, maxLive: number): number {
  const live = story.live();
  const oldest = maxLive === 0 ? undefined : (live.at(-maxLive) ?? live[0]);
  let start = oldest?.ordinal ?? story.head.unpinned;
  for (let moved = true; moved;) {
    const split = story.state.groupsAcross(start);
    moved = split.length > 0;
    start = Math.min(start, ...split.flatMap(({ members }) => members.map(({ ordinal }) => ordinal)));
  }
  return start;
}

function activeSummaries(story: Story): ConversationCheckpoint[] {
  return story.state
    .checkpoints()
    .filter(({ status, summary }) => status === 'active' && summary !== null)
    .toSorted((a, b) => a.range.messages.from - b.range.messages.from);
}

function newestUser(story: Story): Item | undefined {
  return story.state.items().findLast(({ role }) => role === 'user');
}
