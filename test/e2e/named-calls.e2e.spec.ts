import { startServices, type RunningServices } from '../support/services';
import { call, ConversationClient } from '../support/conversation-client';

let services: RunningServices;
let chat: ConversationClient;
const ids = ['0198-one', '0198-two', '0299-three', '4'];

beforeAll(async () => {
  services = await startServices();
  chat = new ConversationClient(services.url, 'chat');
  await chat.assign({ preset: 'agentkit', summarization: { triggerAt: 4, keepRecent: 2 } });
  for (const [index, callId] of ids.entries()) {
    const { cursor } = await chat.append(
      [{ role: 'user', content: `question ${index}` }],
      [`message-${index}`],
    );
    await chat.context({ callId, after: cursor });
  }
  await chat.settled(4, ({ checkpoints }) => checkpoints > 0);
  const other = new ConversationClient(services.url, 'other', 'elsewhere');
  const { cursor } = await other.append([{ role: 'user', content: 'hello' }]);
  for (const callId of ['0399-theirs', '0299-theirs']) await other.context({ callId, after: cursor });
}, 60_000);

afterAll(() => services.stop());

interface Named {
  readonly callId: string;
  readonly ordinal: number;
  readonly code: string;
  readonly detail: string;
  readonly candidates: readonly string[];
}

const get = <T = Named>(path: string, tenant?: string) =>
  call<T>(services.url, 'GET', path, undefined, tenant);
const named = async (name: string): Promise<unknown> => {
  const { body } = await get(`/v1/conversations/chat/calls/${encodeURIComponent(name)}`);
  return body.code ?? body.callId;
};

it.each([
  ['1', '0198-one'],
  ['#3', '0299-three'],
  ['-2', '0299-three'],
  ['last', '4'],
  ['4', '4'],
  ['0198-one', '0198-one'],
  ['0299', '0299-three'],
  ['0198', 'id-ambiguous'],
  ['029', 'call-not-found'],
  ['0', 'call-not-found'],
  ['5', 'call-not-found'],
  ['0399', 'call-not-found'],
  ['0399-theirs', 'call-not-found'],
])('the name %s of a call stands for %s', async (name, found) => {
  expect(await named(name)).toBe(found);
});

it('an id that is an ordinal too stands for itself', async () => {
  await chat.context({ callId: '2' });
  expect([await named('2'), await named('-1')]).toEqual(['2', '2']);
});

it('every route of a call takes the beginning of its id, within the tenant', async () => {
  const whole = (await get<object>('/v1/calls/0299-three')).text;
  expect((await get<object>('/v1/calls/0299')).text).toBe(whole);
  expect(JSON.parse(whole)).toMatchObject({ callId: '0299-three', ordinal: 3 });
  for (const rest of ['/context', '/verify', '/seen', '/diff/0198-one']) {
    expect((await get(`/v1/calls/0299${rest}`)).status).toBe(200);
    expect((await get(`/v1/calls/0399${rest}`)).body.code).toBe('call-not-found');
  }
  const sent = await call<Named>(services.url, 'POST', '/v1/calls/0299/sent', { sha256: 'a'.repeat(64) });
  expect(sent.body).toEqual({ callId: '0299-three', sent: 'differs' });
  expect((await get('/v1/calls/0399', 'elsewhere')).body.callId).toBe('0399-theirs');
});

it('says which calls begin alike', async () => {
  const { status, body } = await get('/v1/calls/0198');
  expect([status, body.code, body.candidates]).toEqual([409, 'id-ambiguous', ['0198-one', '0198-two']]);
  expect(body.detail).toBe('more than one call begins with 0198: 0198-one, 0198-two; give more of the id');
});

it('numbers calls the same on every page, from either end', async () => {
  const page = async (query: string) =>
    (await get<{ items: Named[]; next: string | null }>(`/v1/conversations/chat/calls?limit=2${query}`)).body;
  const read = async (order: string): Promise<[number, string][]> => {
    const found: [number, string][] = [];
    for (let next: string | null = ''; next !== null;) {
      const after: string = next === '' ? '' : `&after=${next}`;
      const { items, next: following } = await page(`${order}${after}`);
      found.push(...items.map(({ ordinal, callId }): [number, string] => [ordinal, callId]));
      next = following;
    }
    return found;
  };
  const oldest = await read('');
  expect(oldest.slice(0, 4)).toEqual(ids.map((id, index) => [index + 1, id]));
  expect(await read('&order=newest')).toEqual(oldest.toReversed());
  const all = await get<{ items: Named[] }>('/v1/calls?limit=3');
  expect(all.body.items.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
});

it('messages and summaries are named by the beginnings of their ids and by positions', async () => {
  const read = async (path: string) => {
    const { body } = await get<{ id?: string; code?: string }>(`/v1/conversations/chat${path}`);
    return body.id ?? body.code;
  };
  const [first] = await chat.messages();
  expect(first?.id).toBe('message-0');
  expect(await read(`/messages/${encodeURIComponent(`#${first?.position}`)}`)).toBe('message-0');
  expect(await read(`/messages/${first?.position}`)).toBe('message-0');
  expect(await read('/messages/message-0')).toBe('message-0');
  expect(await read('/messages/mess')).toBe('id-ambiguous');
  expect(await read('/messages/mes')).toBe('message-not-found');
  const [summary] = await chat.checkpoints();
  const covered = await get<{ items: { id: string }[] }>('/v1/conversations/chat/checkpoints/chec/messages');
  expect(covered.body.items[0]?.id).toBe('message-0');
  const recall = (ref: string) =>
    call<{ ref: string; code: string }>(services.url, 'POST', '/v1/conversations/chat/recall', { ref });
  expect((await recall('chec')).body.ref).toBe(summary?.id);
  expect((await recall(`#${first?.position}`)).body.ref).toBe('message-0');
  expect((await recall('mess')).body.code).toBe('id-ambiguous');
  expect((await recall('nothing')).body.code).toBe('event-not-found');
  const path = '/v1/conversations/chat/checkpoints/chec/revoke';
  expect((await call(services.url, 'POST', path, {})).status).toBe(202);
});

it('shows what a call saw, and what another shows otherwise', async () => {
  const callId = 'after-the-summary';
  const { body } = await get<{ segments: { text: string }[]; messages: object; ordinal: number }>(
    '/v1/calls/0299/seen',
  );
  expect(body).toMatchObject({ ordinal: 3, messages: { stored: 3, shown: 3, hidden: 0 } });
  expect(body.segments.map(({ text }) => text)).toEqual(['question 0', 'question 1', 'question 2']);
  const { body: diff } = await get<{ added: { text: string }[] }>('/v1/calls/0198-one/diff/0299');
  expect(diff.added.map(({ text }) => text)).toEqual(['question 1', 'question 2']);
  const stranger = new ConversationClient(services.url, 'stranger');
  const { cursor } = await stranger.append([{ role: 'user', content: 'hello' }]);
  await stranger.context({ callId, after: cursor });
  expect((await get(`/v1/calls/0299/diff/${callId}`)).body.code).toBe('request-invalid');
});
