import { CONVERSATION_EVENTS, PostgresEventLog } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import { runCommand } from '../../apps/cli/testing/command-run';
import { eventually } from '../../libs/event-log/features/eventually';
import { call, type Problem } from '../support/conversation-client';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(60_000);

interface Item {
  readonly code: string;
  readonly source: string | null;
  readonly count: number;
  readonly newest: { readonly event: string };
}

let services: RunningServices;
let database: Database;
let log: PostgresEventLog;

/** An event that a producer writes into the log itself. */
const event = (id: string, fields: object) => ({
  key: 'chat-1',
  partition: 0,
  value: Buffer.from(
    JSON.stringify({
      id,
      source: 'urn:shop',
      type: 'MessageAppended',
      subject: 'chat-1',
      data: { role: 'user', content: 'hello' },
      ...fields,
    }),
  ),
});

beforeAll(async () => {
  services = await startServices({
    only: ['projector', 'context-builder'],
    env: { VERBATIM_LIMIT_TEXT_BYTES: '1000' },
  });
  database = await Database.open({ url: services.databaseUrl, applicationName: 'ignored', poolSize: 2 });
  log = new PostgresEventLog(database);
  await log.append(CONVERSATION_EVENTS, [
    event('m-1', { data: { role: 'user', contents: 'hello' } }),
    event('m-2', { type: 'MessageApended', source: 'urn:desk' }),
    event('m-3', { data: { role: 'user', content: 'x'.repeat(1001) } }),
    event('m-4', { data: { rol: 'user', content: 'hello' } }),
    event('theirs', { tenantid: 'others', subject: 'their-chat', data: { contents: 'secret' } }),
    event('m-5', {}),
  ]);
  await eventually(async () => expect((await groups()).map(({ count }) => count)).toEqual([2, 1, 1]));
});

afterAll(async () => {
  await log.close();
  await database.close();
  await services.stop();
});

async function groups(tenant?: string): Promise<Item[]> {
  const { body } = await call<{ items: Item[] }>(services.url, 'GET', '/v1/ignored', undefined, tenant);
  return body.items;
}

const verbatim = (...words: readonly string[]) => runCommand(...words, '--url', services.url);

it('groups them by code and source, each with its newest event', async () => {
  expect(await groups()).toMatchObject([
    { code: 'event-invalid', source: 'urn:shop', count: 2, isExact: true, newest: { event: 'm-4' } },
    {
      code: 'event-type-unknown',
      source: 'urn:desk',
      newest: {
        conversation: 'chat-1',
        position: 3,
        event: 'm-2',
        type: 'MessageApended',
        error: { detail: 'type: MessageApended is not known: did you mean MessageAppended?' },
        log: { topic: CONVERSATION_EVENTS, partition: 0, offset: 1 },
      },
    },
    { code: 'too-large', newest: { error: { detail: 'data: 1001 bytes of text, the limit is 1000' } } },
  ]);
});

it('pages groups, and the events of a code', async () => {
  const found: string[] = [];
  for (let next: string | null = ''; next !== null;) {
    const query: string = `limit=1${next === '' ? '' : `&after=${encodeURIComponent(next)}`}`;
    const { body } = await call<{ items: Item[]; next: string | null }>(
      services.url,
      'GET',
      `/v1/ignored?${query}`,
    );
    found.push(...body.items.map(({ code }) => code));
    next = body.next;
  }
  expect(found).toEqual(['event-invalid', 'event-type-unknown', 'too-large']);
  const first = await call<{ items: { event: string }[]; next: string }>(
    services.url,
    'GET',
    '/v1/ignored?code=event-invalid&limit=1',
  );
  expect(first.body.items).toMatchObject([{ event: 'm-4' }]);
  const second = await call(
    services.url,
    'GET',
    `/v1/ignored?code=event-invalid&limit=1&after=${first.body.next}`,
  );
  expect(second.body).toMatchObject({ items: [{ event: 'm-1' }], next: null });
});

it('shows a tenant its own alone', async () => {
  expect(await groups('others')).toMatchObject([
    { source: 'urn:shop', count: 1, newest: { event: 'theirs' } },
  ]);
  expect(await groups('nobody')).toEqual([]);
});

it('refuses a code and a cursor that are none', async () => {
  const code = await call<Problem>(services.url, 'GET', '/v1/ignored?code=event-invalide');
  expect(code).toMatchObject({ status: 400, body: { code: 'request-invalid' } });
  expect(code.body.detail).toMatch(
    /^query.code: "event-invalide" is not a code .*did you mean "event-invalid"\?$/,
  );
  const cursor = await call<Problem>(services.url, 'GET', '/v1/ignored?code=too-large&after=x');
  expect(cursor).toMatchObject({
    status: 400,
    body: { detail: 'after: expected the `next` of the page before' },
  });
});

it('is told by the doctor, with the newest example and what to do', async () => {
  const { out } = await verbatim('doctor');
  expect(out).toMatch(
    /ignored +5 events in 24 hours \(event-invalid 3, event-type-unknown 1, too-large 1\); newest: chat-1: event m-4 from urn:shop at 5, event-invalid: data\.role is missing, but there is "rol": did you mean "role"\?/,
  );
  expect(out).toMatch(
    /→ `verbatim ignored` shows them .*docs\/schemas\/MessageAppended\.json.*`verbatim check FILE`/,
  );
});

it('is counted by code, from 0 on', async () => {
  const metrics = await services.context.metrics.render();
  expect(metrics).toContain('verbatim_events_ignored_total{code="event-invalid"} 3\n');
  expect(metrics).toContain('verbatim_events_ignored_total{code="event-type-unknown"} 1\n');
  expect(metrics).toContain('verbatim_events_ignored_total{code="event-unsupported"} 0\n');
});

it('is printed by code and source, and event by event', async () => {
  const { out } = await verbatim('ignored');
  expect(out.split('\n')[0]).toMatch(/^Code +Source +Count \(24 h\) +Newest +Conversation +Reason$/);
  expect(out).toMatch(
    /^event-invalid +urn:shop +2 +.* +chat-1 +data\.role is missing, but there is "rol": did you mean "role"\?$/m,
  );
  const events = await verbatim('ignored', '--code', 'event-invalid', '--limit', '1');
  expect(events.out).toMatch(/chat-1 +5 +m-4 +MessageAppended +urn:shop +data\.role is missing/);
  expect(events.out).not.toContain('m-1');
  expect((await verbatim('ignored', '--code', 'event-unsupported')).out).toBe(
    'No event was ignored as event-unsupported.\n',
  );
});
