import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Database } from '@verbatim/postgres';
import { eventually } from '../../../libs/event-log/features/eventually';
import { startServices, type RunningServices } from '../../../test/support/services';

jest.setTimeout(60_000);

const MEBIBYTE = 1024 * 1024;
let services: RunningServices;
let owner: Database;
/** Ends what keeps the handlers of contexts from their answer. */
let goOn: () => Promise<void>;

beforeAll(async () => {
  const env = {
    VERBATIM_HTTP_REQUESTS: '2',
    VERBATIM_HTTP_WAITING: '1',
    VERBATIM_HTTP_BODY_BYTES: String(32 * MEBIBYTE),
  };
  services = await startServices({ only: ['context-builder'], env });
  owner = await Database.open({ url: services.databaseUrl, applicationName: 'spec', poolSize: 1 });
});
afterAll(async () => {
  await owner.close();
  await services.stop();
});

beforeEach(async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let locked = (): void => undefined;
  const isLocked = new Promise<void>((resolve) => (locked = resolve));
  const locking = owner.transaction(async (tx) => {
    await tx.query('LOCK TABLE conversation_heads');
    locked();
    await ended;
  });
  goOn = async () => {
    end();
    await locking;
  };
  await isLocked;
});
afterEach(async () => {
  await goOn();
  await inHand(0);
});

interface Answer {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly code: unknown;
}

/** Asks for a context of a conversation that is not there, in a body of so many bytes. */
function ask(
  bytes: number,
  { body = {}, headers = { 'content-length': String(bytes) } }: { body?: object; headers?: object } = {},
): { sent: ClientRequest; answer: Promise<Answer> } {
  const sent = httpRequest(`${services.url}/v1/conversations/none/context`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  const answer = once(sent, 'response').then(async ([response]: IncomingMessage[]) => {
    let text = '';
    for await (const chunk of response ?? []) text += String(chunk);
    const { code }: { code?: unknown } = JSON.parse(text);
    return { status: response?.statusCode, retryAfter: response?.headers['retry-after'], code };
  });
  answer.catch(() => undefined);
  sent.on('error', () => undefined);
  sent.end(JSON.stringify({ model: 'gpt-4o', ...body }).padEnd(bytes));
  return { sent, answer };
}

async function figure(name: string): Promise<string | undefined> {
  const metrics = await (await fetch(`${services.url}/metrics`)).text();
  return metrics
    .split('\n')
    .find((line) => line.startsWith(`verbatim_context_builder_${name} `))
    ?.split(' ')[1];
}

const inHand = (count: number) =>
  eventually(async () => expect(await figure('requests')).toBe(String(count)));
const overloaded = { status: 503, retryAfter: '1', code: 'overloaded' };
const unknown = { status: 404, code: 'conversation-not-found' };

it('answers 503 with Retry-After beyond its requests, probes always, and takes the next when one is done', async () => {
  const held = [ask(50), ask(50)];
  await inHand(2);
  expect(await ask(50).answer).toEqual(overloaded);
  expect((await fetch(`${services.url}/healthz`)).status).toBe(200);
  expect(await figure('overloads_total{limit="requests"}')).toBe('1');
  await goOn();
  for (const { answer } of held) expect(await answer).toMatchObject(unknown);
  await inHand(0);
  expect(await ask(50).answer).toMatchObject(unknown);
});

it('holds no more bytes of bodies than it may; a length that is not said counts as the longest', async () => {
  ask(2 * MEBIBYTE);
  await inHand(1);
  expect(await ask(31 * MEBIBYTE).answer).toEqual(overloaded);
  expect(await ask(50, { headers: { 'transfer-encoding': 'chunked' } }).answer).toEqual(overloaded);
  expect(await figure('body_bytes')).toBe(String(2 * MEBIBYTE));
});

it('counts a request whose client is gone until its handler is done', async () => {
  const { sent } = ask(50);
  await inHand(1);
  await waitingForTheLock(1);
  sent.destroy();
  ask(50);
  await inHand(2);
  expect(await ask(50).answer).toEqual(overloaded);
});

it('forgets a request whose client is gone before all of it has come', async () => {
  const { sent } = ask(50, { headers: { 'content-length': '500' } });
  await inHand(1);
  sent.destroy();
  await inHand(0);
});

it('lets no more requests wait for the projection than it may', async () => {
  await goOn();
  // While no projector reads this, nobody can know that the others were never appended.
  const messages = [{ role: 'user', content: 'unread' }];
  const appended = await fetch(`${services.url}/v1/conversations/unread/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages }),
  });
  expect(appended.status).toBe(202);
  const waiting = ask(50, { body: { after: 'never-appended' } });
  await inHand(1);
  await eventually(async () =>
    expect(await ask(50, { body: { after: 'neither' } }).answer).toEqual(overloaded),
  );
  waiting.sent.destroy();
});

async function waitingForTheLock(count: number): Promise<void> {
  const watcher = await Database.open({ url: services.databaseUrl, applicationName: 'watcher', poolSize: 1 });
  await eventually(async () => {
    const rows = await watcher.query(`SELECT FROM pg_locks WHERE NOT granted`);
    expect(rows).toHaveLength(count);
  }).finally(() => watcher.close());
}
