import { createHash, randomUUID } from 'node:crypto';
import { VerbatimClient } from '@verbatim/client';
import { chat } from '../../support/conversation-client';
import { type RunningServices, startServices } from '../../support/services';

jest.setTimeout(60_000);

let services: RunningServices;
let client: VerbatimClient;

beforeAll(async () => {
  services = await startServices({ only: ['projector', 'context-builder'] });
  client = new VerbatimClient({ url: services.url });
});

afterAll(() => services.stop());

test('what was appended can be read, page after page, and recalled', async () => {
  const conversation = client.conversation(`c/${randomUUID()}`);
  const messages = chat(0, 250);
  const ids = messages.map((_, index) => `m-${index}`);
  await conversation.append(messages, { ids, wait: true });
  await conversation.append(messages, { ids, wait: true });
  const kept: unknown[] = [];
  for await (const { message } of conversation.history()) kept.push(message);
  expect(kept).toEqual(messages);
  expect(await conversation.state()).toMatchObject({ messages: 250, conflicts: 0 });
  expect(await conversation.recall('m-7', { offset: 8 })).toMatchObject({
    kind: 'message',
    text: 'number 7',
    next: null,
  });
  expect(await client.recallTool('anthropic')).toMatchObject({ name: 'recall', input_schema: {} });
});

test('a context has the exact text that its hash is of, and what was sent goes on record', async () => {
  const conversation = client.conversation(randomUUID());
  await conversation.append(['{"role":"user","content":"Hi","n":12345678901234567890,"one":1.0}'], {
    system: 'You are kind.',
    runs: [{ runId: 'run-1', iteration: 1 }],
  });
  const pending = [{ id: 'p-1', message: { role: 'user', content: 'Still there?' } }];
  const { body, bodyText, callId, sha256 } = await conversation.context({ model: 'gpt-4o', pending });
  expect(body.messages).toHaveLength(3);
  expect(bodyText).toContain('"n":12345678901234567890,"one":1.0');
  expect(createHash('sha256').update(bodyText).digest('hex')).toBe(sha256);
  expect(await conversation.sent(callId, sha256)).toMatchObject({ sent: 'ok' });
  expect(await conversation.verify(callId)).toMatchObject({ segments: 'ok', fold: 'ok', sent: 'ok' });
});

test('a refusal says why', async () => {
  const conversation = client.conversation(randomUUID());
  const tool_calls = [{ id: 'call_1', type: 'function', function: { name: 'track', arguments: '{}' } }];
  await conversation.append([{ role: 'assistant', content: null, tool_calls }]);
  await expect(conversation.context({ model: 'gpt-4o' })).rejects.toMatchObject({
    status: 409,
    code: 'open-calls',
    problem: { calls: ['call_1'] },
  });
});

test('calls, their bytes, policies and conversations can be listed and read', async () => {
  const conversation = client.conversation(`listed/${randomUUID()}`);
  await conversation.append([{ role: 'user', content: 'Hello' }], { wait: true });
  const served = await conversation.context({ model: 'gpt-4o' });
  const listed: string[] = [];
  for await (const { callId } of conversation.calls()) listed.push(callId);
  expect(listed).toEqual([served.callId]);
  const all: string[] = [];
  for await (const { callId } of client.calls.list()) all.push(callId);
  expect(all).toContain(served.callId);
  expect(await client.calls.receipt(served.callId)).toMatchObject({ sha256: served.sha256 });
  for (const by of ['segments', 'fold'] as const) {
    const bytes = await client.calls.bytes(served.callId, { by });
    expect(Buffer.from(bytes).toString()).toBe(served.bodyText);
  }
  await conversation.describe({ title: 'A greeting', user: 'ann/17', metadata: { project: 'x' } });
  await conversation.append([{ role: 'user', content: 'Bye' }], { wait: true });
  const found: string[] = [];
  for await (const { id } of client.conversations({ user: 'ann/17', order: 'newest' })) found.push(id);
  expect(found).toEqual([conversation.id]);
});

test('a policy is kept, assigned and in force', async () => {
  const conversation = client.conversation(randomUUID());
  await client.policies.set('short', { window: { maxMessages: 2 } });
  expect(await client.policies.get('short')).toMatchObject({ name: 'short' });
  const { cursor } = await conversation.setPolicy('short');
  for (const content of ['1', '2', '3']) await conversation.append([{ role: 'user', content }]);
  expect((await conversation.context({ model: 'gpt-4o' })).body.messages).toHaveLength(2);
  const names: string[] = [];
  for await (const { name } of client.policies.list()) names.push(name);
  expect(names).toContain('short');
  expect(cursor).toEqual(expect.any(String));
  await expect(client.policies.set('bad', { window: { maxMessages: 0 } })).rejects.toMatchObject({
    code: 'policy-invalid',
  });
});
