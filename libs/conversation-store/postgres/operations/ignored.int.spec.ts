import type { Database } from '@verbatim/postgres';
import type { IgnoredPlace } from '../../operations/ignored-reader';
import { insertRows, type Row } from '../testing/insert-rows';
import { storeUnderTest, type StoreUnderTest } from '../testing/store-under-test';
import { PostgresIgnoredReader } from './postgres-ignored-reader';
import { PostgresOperationsReader } from './postgres-operations-reader';

let test: StoreUnderTest;
let context: Database;
let reader: PostgresIgnoredReader;

const now = Date.now();
const minutesAgo = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

function ignored(conversation: string, position: number, changes: Row = {}): Row {
  return {
    tenant: 'acme',
    conversation,
    position,
    event_id: `${conversation}-${position}`,
    type: 'MessageAppended',
    dataversion: 1,
    source: 'urn:shop',
    time: null,
    body_hash: Buffer.from('hash'),
    mode: 'structured',
    link: Buffer.from('link'),
    ignored_code: 'event-invalid',
    ignored_detail: 'data.content is missing',
    topic: 'conversation-events',
    partition: 0,
    log_offset: position,
    received_at: minutesAgo(position),
    ...changes,
  };
}

const sameBatch = {
  received_at: minutesAgo(40),
  ignored_code: 'too-large',
  ignored_detail: 'data: too much',
};

beforeAll(async () => {
  test = await storeUnderTest();
  context = await test.as('verbatim_context');
  reader = new PostgresIgnoredReader(context);
  await insertRows(test.database, 'journal', [
    ignored('a', 9, { source: 'urn:desk' }),
    ignored('a', 8),
    ignored('b', 7, { type: 'MessageApended', ignored_code: 'event-type-unknown', source: null }),
    ignored('b', 2),
    ignored('b', 3, { ignored_code: 'signature-missing' }),
    ignored('b', 4, { ignored_code: null, ignored_detail: null }),
    ignored('old', 1, { received_at: minutesAgo(25 * 60) }),
    ignored('other', 1, { tenant: 'others', source: 'urn:secret' }),
    ...[1, 2, 3, 4, 5].map((position) => ignored(`big-${position % 2}`, position, sameBatch)),
  ]);
});
afterAll(() => test.close());

it('groups what was ignored by code and source, each with its newest event', async () => {
  const groups = await reader.groups('acme', 24);
  const told = groups.map(({ code, source, count, newest }) => [code, source, count, newest.eventId]);
  expect(told.toSorted()).toEqual([
    ['event-invalid', 'urn:desk', 1, 'a-9'],
    ['event-invalid', 'urn:shop', 2, 'b-2'],
    ['event-type-unknown', null, 1, 'b-7'],
    ['signature-missing', 'urn:shop', 1, 'b-3'],
    ['too-large', 'urn:shop', 5, 'big-1-5'],
  ]);
  expect(groups.find(({ code }) => code === 'event-type-unknown')?.newest).toEqual({
    conversation: 'b',
    position: 7,
    eventId: 'b-7',
    type: 'MessageApended',
    source: null,
    time: null,
    error: { code: 'event-type-unknown', detail: 'data.content is missing' },
    log: { topic: 'conversation-events', partition: 0, offset: 7 },
    receivedAt: new Date(minutesAgo(7)),
  });
});

it('shows no event of another tenant', async () => {
  expect(await reader.groups('others', 24)).toMatchObject([{ source: 'urn:secret', count: 1 }]);
  expect(await reader.groups('nobody', 24)).toEqual([]);
  const page = await reader.events('others', 'event-invalid', { after: null, limit: 10 });
  expect(page.map(({ eventId }) => eventId)).toEqual(['other-1']);
});

it('lists events of a code, the newest first, however old, and goes on within one moment', async () => {
  const all = await reader.events('acme', 'event-invalid', { after: null, limit: 10 });
  expect(all.map(({ eventId }) => eventId)).toEqual(['b-2', 'a-8', 'a-9', 'old-1']);
  const found: string[] = [];
  let after: IgnoredPlace | null = null;
  do {
    const page: Awaited<ReturnType<typeof reader.events>> = await reader.events('acme', 'too-large', {
      after,
      limit: 2,
    });
    found.push(...page.map(({ eventId }) => eventId));
    after = page.at(-1)?.place ?? null;
  } while (after !== null);
  expect(found).toEqual(['big-1-5', 'big-1-3', 'big-1-1', 'big-0-4', 'big-0-2']);
});

it('counts them over all tenants by code, and names the newest of the tenant alone', async () => {
  const operations = new PostgresOperationsReader(context);
  const { total, codes, newest } = await operations.ignored('acme', 24);
  expect({ total, codes }).toEqual({
    total: 10,
    codes: [
      { code: 'too-large', count: 5 },
      { code: 'event-invalid', count: 4 },
      { code: 'event-type-unknown', count: 1 },
    ],
  });
  expect(newest).toEqual({
    conversation: 'b',
    reason: 'event b-2 from urn:shop at 2, event-invalid: data.content is missing',
    at: new Date(minutesAgo(2)),
  });
  expect(await operations.ignored('nobody', 24)).toMatchObject({ total: 10, newest: null });
  expect(await operations.ignored('acme', 0)).toEqual({ total: 0, codes: [], newest: null });
});
