import { randomUUID } from 'node:crypto';
import { openSigningKeys } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, PostgresEventLog, recordKey } from '@verbatim/event-log';
import { Database } from '@verbatim/postgres';
import golden from '../golden-events/v1/CheckpointCreated.json';
import { call, chat, ConversationClient, type Message } from '../support/conversation-client';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(60_000);

interface Recalled {
  readonly ref: string;
  readonly kind: string;
  readonly text: string;
  readonly offset: number;
  readonly total: number | null;
  readonly next: number | null;
  readonly code?: string;
  readonly detail?: string;
}

let openai: OpenAiServer;
let services: RunningServices;

beforeAll(async () => {
  openai = await startOpenAiServer();
  services = await startServices({ env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.baseUrl } });
});

afterAll(async () => {
  await services.stop();
  await openai.close();
});

function at(conversation: string, rest: string): string {
  return `/v1/conversations/${encodeURIComponent(conversation)}${rest}`;
}

function recall(conversation: string, body: object) {
  return call<Recalled>(services.url, 'POST', at(conversation, '/recall'), body);
}

function get(path: string) {
  return call<Recalled & { [key: string]: unknown }>(services.url, 'GET', path);
}

/** Every page of a recall, joined. */
async function wholeOf(conversation: string, ref: string, limit: number): Promise<string> {
  const texts: string[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const { status, body }: { status: number; body: Recalled } = await recall(conversation, {
      ref,
      offset,
      limit,
    });
    expect([status, body.ref, body.offset]).toEqual([200, ref, offset]);
    expect(Array.from(body.text).length).toBeLessThanOrEqual(limit);
    texts.push(body.text);
    offset = body.next;
  }
  return texts.join('');
}

/** Code points of every width, NUL and a lone surrogate among them. */
const odd = 'a\u{1F9EA}é\u0000\uD83Dz\n';
const long = odd.repeat(4000);

async function withOneMessage(content: string): Promise<ConversationClient> {
  const conversation = new ConversationClient(services.url);
  await conversation.append([{ role: 'user', content }], ['m1']);
  await conversation.settled(1);
  return conversation;
}

describe('one message', () => {
  test('comes whole as it was sent, and its text in parts that join to it exactly', async () => {
    const { id } = await withOneMessage(long);
    const path = at(id, '/messages/m1');
    const { body: raw } = await get(path);
    expect(raw).toMatchObject({ id: 'm1', role: 'user', message: { role: 'user', content: long } });
    const { body: first } = await get(`${path}?offset=0`);
    expect(first).toEqual({
      id: 'm1',
      position: raw['position'],
      time: raw['time'],
      role: 'user',
      text: Array.from(long).slice(0, 20_000).join(''),
      offset: 0,
      total: Array.from(long).length,
      next: 20_000,
    });
    const { body: rest } = await get(`${path}?offset=20000&limit=200000`);
    expect([first.text + rest.text === long, rest.next]).toEqual([true, null]);
  });

  test('is refused by name where it is unknown, no message, or asked for in parts too large', async () => {
    const conversation = await withOneMessage('hello');
    const [policy] = await conversation.journal('PolicyAssigned');
    const answers = await Promise.all(
      ['nobody', encodeURIComponent(policy?.id ?? ''), 'm1?limit=200001', 'm1?limit=0', 'm1?page=2'].map(
        async (rest) => {
          const { status, body } = await get(at(conversation.id, `/messages/${rest}`));
          return [status, body.code];
        },
      ),
    );
    const [missing, invalid] = [
      [404, 'message-not-found'],
      [400, 'request-invalid'],
    ];
    expect(answers).toEqual([missing, missing, invalid, invalid, invalid]);
  });
});

describe('recalling a message', () => {
  test('gives 8,000 characters, at most 50,000, and pages that join to the text exactly', async () => {
    const { id } = await withOneMessage(long);
    const { body } = await recall(id, { ref: 'm1' });
    expect({ ...body, text: Array.from(body.text).length }).toEqual({
      ref: 'm1',
      kind: 'message',
      text: 8000,
      offset: 0,
      total: Array.from(long).length,
      next: 8000,
    });
    for (const limit of [997, 50_000]) expect((await wholeOf(id, 'm1', limit)) === long).toBe(true);
    const tooLarge = await recall(id, { ref: 'm1', limit: 50_001 });
    expect([tooLarge.status, tooLarge.body.code]).toEqual([400, 'request-invalid']);
    const misspelt = await recall(id, { ref: 'm1', offsets: 1 });
    expect([misspelt.status, misspelt.body.code]).toEqual([400, 'request-invalid']);
  });

  test('finds nothing of another conversation or tenant, and does not say which it was', async () => {
    const [one, other] = [await withOneMessage('mine'), await withOneMessage('theirs')];
    await other.append([{ role: 'user', content: 'second' }], ['only-there']);
    await other.settled(2);
    for (const id of [one.id, `none-${randomUUID()}`]) {
      const { status, body } = await recall(id, { ref: 'only-there' });
      expect([status, body.code]).toEqual([404, 'event-not-found']);
    }
    for (const [method, path] of [
      ['POST', '/recall'],
      ['GET', '/messages/only-there'],
    ] as const) {
      const headers = { 'content-type': 'application/json', 'x-tenant-id': 'stranger' };
      const sent = method === 'POST' ? { body: JSON.stringify({ ref: 'only-there' }) } : {};
      const answer = await fetch(`${services.url}${at(other.id, path)}`, { method, headers, ...sent });
      expect(answer.status).toBe(404);
    }
  });
});

describe('what a context names', () => {
  const question: Message = { role: 'user', content: 'Look it all up' };
  const searches = (count: number): Message[] =>
    Array.from({ length: count }, (_, index) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `c${index}`, type: 'function', function: { name: 'search', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: `c${index}`, content: `result ${index} ${'x'.repeat(9000)}` },
    ]).flat();

  test('as the reference of a placeholder gives the result, and the segment names the same', async () => {
    const conversation = new ConversationClient(services.url);
    await conversation.assign({ toolResults: { keepRecent: 1, placeholder: '[Omitted, ref="{ref}"]' } });
    await conversation.say(question, ...searches(3));
    const { body, segments } = await conversation.context();
    const shown = body.messages.map(({ content }) => /^\[Omitted, ref="(.+)"\]$/.exec(String(content))?.[1]);
    const refs = shown.filter((ref) => ref !== undefined);
    expect(refs).toHaveLength(2);
    expect(segments.filter(({ kind }) => kind === 'replacement').map(({ event }) => event)).toEqual(refs);
    for (const [index, ref] of refs.entries()) {
      expect(await wholeOf(conversation.id, ref, 4000)).toBe(searches(3)[2 * index + 1]?.content);
    }
  });

  test.each([
    { mode: 'single', useSingleSummary: true, active: [[0, 12]] },
    {
      mode: 'layered',
      useSingleSummary: false,
      active: [
        [0, 6],
        [6, 12],
      ],
    },
  ])('as the reference of a summary gives all it covers: $mode', async ({ useSingleSummary, active }) => {
    const conversation = new ConversationClient(services.url);
    const policy = { preset: 'hpd-summarizing', targetMessageCount: 4, summarizationThreshold: 5 };
    await conversation.assign({ ...policy, useSingleSummary });
    await conversation.say({ role: 'system', content: 'be exact' }, ...chat(0, 10));
    await conversation.say(...chat(10, 6));
    const { body } = await conversation.context();
    const refs = body.messages.flatMap(
      ({ content }) => /ref="([^"]+)" messages="(\d+)-(\d+)"/.exec(String(content)) ?? [],
    );
    expect(refs.length).toBe(4 * active.length);
    const stored = (await conversation.messages()).filter(({ message }) => message.role !== 'system');
    for (const [index, [from, to]] of active.entries()) {
      const [, ref = '', ...ordinals] = refs.slice(4 * index);
      expect(ordinals.slice(0, 2)).toEqual([String(from), String(to)]);
      const covered = stored.slice(from, to);
      const expected = covered.map(
        ({ id, message }) => `[${message.role} ref="${id}"]\n${String(message.content)}`,
      );
      for (const limit of [50_000, 64]) {
        expect(await wholeOf(conversation.id, ref, limit)).toBe(expected.join('\n\n'));
      }
      const { body: recalled } = await recall(conversation.id, { ref });
      expect(recalled).toMatchObject({ kind: 'summary', total: expected.join('\n\n').length, next: null });
      const list = await get(at(conversation.id, `/checkpoints/${ref}/messages`));
      expect((list.body as unknown as { items: unknown[] }).items).toEqual(covered);
    }
    const [first] = await conversation.checkpoints();
    expect((await recall(conversation.id, { ref: first?.id ?? '' })).body.kind).toBe('summary');
    const elsewhere = await withOneMessage('hello');
    const unknown = await get(at(elsewhere.id, `/checkpoints/${first?.id}/messages`));
    expect([unknown.status, unknown.body.code]).toEqual([404, 'checkpoint-not-found']);
    expect((await recall(elsewhere.id, { ref: first?.id ?? '' })).status).toBe(404);
  });
});

test('a summary that was refused was never shown, and is not recalled', async () => {
  const conversation = await withOneMessage('hello');
  const { id } = conversation;
  const refused = { ...golden, id: 'refused', subject: id, tenantid: 'default' };
  const database = await Database.open({ url: services.databaseUrl, applicationName: 'spec', poolSize: 1 });
  const log = new PostgresEventLog(database);
  const record = { key: recordKey('default', id), value: Buffer.from(JSON.stringify(refused)) };
  const keys = await openSigningKeys(database);
  await log.append(CONVERSATION_EVENTS, [keys.sign(record)]);
  await log.close();
  await database.close();
  await conversation.settled(1, ({ applied }) => applied > 2);
  expect(await conversation.checkpoints()).toMatchObject([{ id: 'refused', status: 'refused' }]);
  const { status, body } = await recall(id, { ref: 'refused' });
  expect([status, body.code]).toEqual([404, 'event-not-found']);
});

test('the tool comes in the form of the target asked for', async () => {
  const { body: chatForm } = await get('/v1/tools/recall');
  expect(chatForm).toMatchObject({ type: 'function', function: { name: 'recall' } });
  expect((await get('/v1/tools/recall?target=anthropic')).body).toMatchObject({ name: 'recall' });
  const unknown = await get('/v1/tools/recall?target=gemini');
  expect([unknown.status, unknown.body.code]).toEqual([400, 'request-invalid']);
});
