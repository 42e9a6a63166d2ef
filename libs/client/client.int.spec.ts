import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { VerbatimApiError, VerbatimClient, VerbatimConnectionError } from '.';

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `reset` ends the connection without an answer, `silent` gives none. */
type Answer =
  | 'reset'
  | 'silent'
  | { readonly status: number; readonly body: string; readonly headers?: Record<string, string> };

const accepted: Answer = { status: 202, body: '{"events":[{"id":"m-1"}],"cursor":"log:t/0/1-1"}' };
const busy: Answer = { status: 503, body: '{"code":"store-unavailable","detail":"ask again"}' };
const contextText =
  '{"callId":"c","target":"openai-chat","body":{"messages":[{"n":12345678901234567890, "one":1.0}]},"tokens":3}';

let server: Server;
let url: string;
let requests: Request[];
let answers: Answer[];

beforeEach(async () => {
  [requests, answers] = [[], []];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url: path, headers } = request;
    requests.push({ method: String(method), url: String(path), headers, body: await text(request) });
    const answer = answers.shift() ?? { status: 500, body: 'no more answers' };
    if (answer === 'reset') request.socket.destroy();
    else if (answer !== 'silent') response.writeHead(answer.status, answer.headers).end(answer.body);
  };
  server = createServer((request, response) => void handle(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});

it('sends an append again, with the same key and body, until it is accepted', async () => {
  answers = ['reset', busy, { status: 429, body: '', headers: { 'retry-after': '0' } }, accepted];
  const client = new VerbatimClient({ url, apiKey: 'secret', tenant: 'Zürich' });
  const { cursor } = await client.conversation('a/b').append([{ role: 'user', content: 'Hi' }]);
  expect(cursor).toBe('log:t/0/1-1');
  expect(requests).toHaveLength(4);
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(new Set(requests.map(({ body }) => body))).toEqual(
    new Set(['{"messages":[{"role":"user","content":"Hi"}]}']),
  );
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: '/v1/conversations/a%2Fb/messages',
    headers: {
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      'idempotency-key': expect.any(String),
    },
  });
  expect(Buffer.from(String(requests[0]?.headers['x-tenant-id']), 'latin1').toString()).toBe('Zürich');
});

it('asks for a context again with the same call id, after its own append, and gives the exact text', async () => {
  answers = [accepted, busy, { status: 200, body: contextText }];
  const conversation = new VerbatimClient({ url }).conversation('c');
  await conversation.append(['{"role":"user","content":"Hi","seed":12345678901234567890}'], {
    format: 'openai-chat',
    ids: ['m-1'],
  });
  const { body, bodyText, tokens } = await conversation.context({
    model: 'gpt-4o',
    pending: [{ id: 'p', message: '{"role":"user","content":"1","n":1.0}' }],
  });
  expect(requests[0]?.body).toBe(
    '{"format":"openai-chat","ids":["m-1"],"messages":[{"role":"user","content":"Hi","seed":12345678901234567890}]}',
  );
  expect(requests[1]?.body).toBe(requests[2]?.body);
  expect(JSON.parse(requests[2]?.body ?? '')).toMatchObject({
    model: 'gpt-4o',
    after: 'log:t/0/1-1',
    callId: expect.any(String),
  });
  expect(requests[2]?.body).toContain(
    '"pending":[{"id":"p","message":{"role":"user","content":"1","n":1.0}}]',
  );
  expect(bodyText).toBe('{"messages":[{"n":12345678901234567890, "one":1.0}]}');
  expect(body.messages).toHaveLength(1);
  expect(tokens).toBe(3);
});

it('throws what the service refuses, at once and with its figures', async () => {
  const detail = 'two calls are open';
  answers = [
    { status: 409, body: JSON.stringify({ status: 409, code: 'open-calls', detail, calls: ['a', 'b'] }) },
    { status: 404, body: '<html>no such page</html>' },
    { status: 200, body: '<html>log in</html>' },
  ];
  const conversation = new VerbatimClient({ url }).conversation('c');
  const refused = conversation.context({ model: 'gpt-4o' });
  await expect(refused).rejects.toBeInstanceOf(VerbatimApiError);
  await expect(refused).rejects.toMatchObject({
    status: 409,
    code: 'open-calls',
    detail,
    problem: { calls: ['a', 'b'] },
  });
  await expect(conversation.state()).rejects.toMatchObject({ status: 404, code: 'http-404' });
  await expect(conversation.state()).rejects.toMatchObject({
    code: 'http-200',
    detail: '<html>log in</html>',
  });
  expect(requests).toHaveLength(3);
});

it('gives up after its retries with the last error', async () => {
  answers = ['reset', busy];
  await expect(new VerbatimClient({ url, retries: 1 }).conversation('c').state()).rejects.toMatchObject({
    code: 'store-unavailable',
  });
  await expect(new VerbatimClient({ url: 'http://127.0.0.1:9', retries: 0 }).conversation('c').state())
    // Nothing listens at that port.
    .rejects.toBeInstanceOf(VerbatimConnectionError);
});

it('does not wait for a service that asks for hours', async () => {
  answers = [{ status: 503, body: '', headers: { 'retry-after': '7200' } }];
  await expect(new VerbatimClient({ url }).conversation('c').state()).rejects.toMatchObject({ status: 503 });
  expect(requests).toHaveLength(1);
});

it('takes an answer that does not come in time as none', async () => {
  answers = ['silent', { status: 200, body: '{"messages":1}' }];
  const client = new VerbatimClient({ url, timeoutMs: 200 });
  expect(await client.conversation('c').state()).toEqual({ messages: 1 });
});

it('ends when its caller does not want the answer any more', async () => {
  answers = ['silent'];
  const controller = new AbortController();
  const asked = new VerbatimClient({ url }).conversation('c').state({ signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  answers = [{ status: 503, body: '', headers: { 'retry-after': '50' } }];
  const waiting = new VerbatimClient({ url }).conversation('c').state({ signal: AbortSignal.timeout(100) });
  await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('reads all pages of a history as they are consumed', async () => {
  answers = [
    { status: 200, body: '{"items":[{"id":"a"},{"id":"b"}],"next":"4"}' },
    { status: 200, body: '{"items":[{"id":"c"}],"next":null}' },
  ];
  const ids: string[] = [];
  for await (const { id } of new VerbatimClient({ url }).conversation('c').history({ from: 2 })) ids.push(id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(requests.map((request) => request.url)).toEqual([
    '/v1/conversations/c/history?from=2',
    '/v1/conversations/c/history?from=4',
  ]);
});

it('recalls, and says what was sent, in JSON', async () => {
  answers = Array.from({ length: 3 }, () => ({ status: 200, body: '{}' }));
  const client = new VerbatimClient({ url });
  await client.conversation('c').recall('m-1', { offset: 8000 });
  await client.conversation('c').sent('call 1', 'ab');
  await client.recallTool('anthropic');
  expect(requests.map((request) => [request.url, request.body])).toEqual([
    ['/v1/conversations/c/recall', '{"ref":"m-1","offset":8000}'],
    ['/v1/calls/call%201/sent', '{"sha256":"ab"}'],
    ['/v1/tools/recall?target=anthropic', ''],
  ]);
});

it('waits until what it appended can be read', async () => {
  const missing: Answer = { status: 404, body: '{"code":"message-not-found","detail":"not yet"}' };
  answers = [accepted, missing, missing, { status: 200, body: '{}' }];
  await new VerbatimClient({ url }).conversation('c').append([{ role: 'user' }], { wait: true });
  expect(requests.map((request) => request.url).slice(1)).toEqual(
    Array.from({ length: 3 }, () => '/v1/conversations/c/messages/m-1'),
  );
});

it('says that a key is none without quoting it', () => {
  expect(() => new VerbatimClient({ url, apiKey: 'two words' })).toThrow(/^the API key has characters/);
});
