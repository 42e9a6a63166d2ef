import { insertRows } from '../testing/insert-rows';
import { deadLetterRow, journalRow, storeStory } from '../testing/store-story';
import { type StoreUnderTest, storeUnderTest } from '../testing/store-under-test';
import { Story } from '../testing/story';
import { PostgresConversationReader } from './postgres-conversation-reader';

const story = new Story('ten\0ant', 'told \ud83d');
story.say('user');
story.revoke('none');
const [refusal] = story.refusals;
const version = { code: 'event-version-unknown', detail: 'v9 \0' };
const fateOf = (position: number, at?: number) =>
  reader.fate(story, story.idAt(position), at === undefined ? undefined : record(at));
const record = (offset: number) => ({ topic: 'log', partition: 3, offset });

let store: StoreUnderTest;
let reader: PostgresConversationReader;

beforeAll(async () => {
  store = await storeUnderTest();
  reader = new PostgresConversationReader(await store.as('verbatim_context'));
  await storeStory(store.database, story);
}, 60_000);

afterAll(() => store.close());

it('is applied, refused, or unknown', async () => {
  await expect(fateOf(2)).resolves.toEqual({
    kind: 'journaled',
    position: 2,
    status: 'applied',
    error: null,
  });
  await expect(fateOf(3)).resolves.toEqual({
    kind: 'journaled',
    position: 3,
    status: 'refused',
    error: { code: refusal?.code, detail: refusal?.detail },
  });
  await expect(fateOf(99)).resolves.toEqual({ kind: 'unknown' });
});

it('is ignored or parked where the journal or the head says so', async () => {
  const parked = new Story(story.tenant, 'parked');
  parked.say('user');
  parked.say('user');
  await storeStory(store.database, parked, { appliedThrough: 2, parked: version });
  const row = journalRow({ position: 4, id: 'ignored', type: 'MessageAppended' });
  const key = { tenant: parked.tenant, conversation: parked.conversation };
  const ignored = { ignored_code: 'event-invalid', ignored_detail: 'no role \0' };
  await insertRows(store.database, 'journal', [{ ...key, ...row, ...ignored }]);
  const status = async (eventId: string) => {
    const fate = await reader.fate(parked, eventId);
    return fate.kind === 'journaled' ? [fate.status, fate.error] : fate.kind;
  };
  await expect(reader.head(parked)).resolves.toMatchObject({ parked: version });
  await expect(status(parked.idAt(2))).resolves.toEqual(['applied', null]);
  await expect(status(parked.idAt(3))).resolves.toEqual(['parked', version]);
  await expect(status('ignored')).resolves.toEqual([
    'ignored',
    { code: 'event-invalid', detail: 'no role \0' },
  ]);
});

it('is a conflict for the very record that was one, and for an id that only a conflict has', async () => {
  await insertRows(store.database, 'dead_letters', [
    deadLetterRow(50, story, story.idAt(2)),
    deadLetterRow(51, story, 'elsewhere'),
  ]);
  await expect(fateOf(2)).resolves.toMatchObject({ status: 'applied' });
  await expect(fateOf(2, 2)).resolves.toMatchObject({ status: 'applied' });
  await expect(fateOf(2, 50)).resolves.toEqual({ kind: 'conflict' });
  await expect(fateOf(2, 51)).resolves.toMatchObject({ status: 'applied' });
  await expect(reader.fate(story, 'elsewhere')).resolves.toEqual({ kind: 'conflict' });
  await expect(reader.fate(story, 'elsewhere', record(52))).resolves.toEqual({ kind: 'unknown' });
});

it('is a conflict also for the record whose letter stands beside an older one at its place', async () => {
  const older = deadLetterRow(90, { tenant: 'other', conversation: 'c' }, 'x');
  await insertRows(store.database, 'dead_letters', [older]);
  expect(await fateOf(2, 90)).toMatchObject({ status: 'applied' });
  const letter = { ...deadLetterRow(90, story, story.idAt(2)), topic: 'log@0f' };
  await insertRows(store.database, 'dead_letters', [letter]);
  expect(await fateOf(2, 90)).toEqual({ kind: 'conflict' });
  const span = { topic: 'log', partition: 3, first: 90, last: 90 };
  expect(await reader.troubles(story, span)).toEqual([
    { eventId: story.idAt(2), fate: { kind: 'conflict' } },
  ]);
});
