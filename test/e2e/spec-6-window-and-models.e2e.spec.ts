import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HealthRegistry, loadConfiguration, Metrics } from '@verbatim/platform';
import { startContextBuilder } from '../../apps/context-builder';
import { call, chat, ConversationClient, type Problem } from '../support/conversation-client';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(120_000);

/** Exactly the last N. */
const exact = { window: { maxMessages: 200, cutStep: 0 } };
const small = {
  id: 'small',
  provider: 'mine',
  maxContext: { messages: 50, tokens: 100_000 },
  tokenBudget: 6000,
  prices: { input: 1.25, output: 10 },
};

let services: RunningServices;

beforeAll(async () => {
  services = await startServices({ only: ['projector', 'context-builder'] });
  expect((await call(services.url, 'PUT', '/v1/models/small', small)).status).toBe(200);
});

afterAll(() => services.stop());

async function conversationOf(messages: number): Promise<ConversationClient> {
  const conversation = new ConversationClient(services.url);
  await conversation.assign(exact);
  await conversation.say(...chat(0, messages));
  return conversation;
}

async function modelOf({ id }: ConversationClient): Promise<string | null> {
  return (await call<{ model: string | null }>(services.url, 'GET', `/v1/conversations/${id}`)).body.model;
}

function switchModel({ id }: { id: string }, model: string) {
  const path = `/v1/conversations/${id}/model`;
  return call<{ cursor: string; near: string[] } & Problem>(services.url, 'POST', path, { model });
}

async function shown(conversation: ConversationClient, request: object): Promise<number> {
  return (await conversation.context(request)).body.messages.length;
}

/** A further context-builder on the same database, with settings of its own. */
function builderWith(env: NodeJS.ProcessEnv) {
  const configuration = loadConfiguration({ env: { VERBATIM_LOG_LEVEL: 'silent', ...env } });
  const context = {
    ...services.context,
    configuration,
    metrics: new Metrics(),
    health: new HealthRegistry(),
  };
  return startContextBuilder(context, { host: '127.0.0.1', port: 0 });
}

test('the window is min(200, 50) = 50 for a model of 50 messages, and the policy’s own below that', async () => {
  const conversation = await conversationOf(120);
  await expect(shown(conversation, { model: 'small' })).resolves.toBe(50);
  await expect(shown(conversation, { model: 'gpt-4o' })).resolves.toBe(120);
  await conversation.assign({ window: { maxMessages: 20, cutStep: 0 } });
  const { cursor } = await conversation.append(chat(120, 1));
  await expect(shown(conversation, { model: 'small', after: cursor })).resolves.toBe(20);
});

test('a window of 0 messages is refused, as a setting and as a budget', async () => {
  const conversation = await conversationOf(1);
  const budget = await conversation.tryContext({ budget: { messages: 0 } });
  expect([budget.status, (budget.body as Problem).code]).toEqual([422, 'budget-impossible']);
  const policy = await call<Problem>(services.url, 'PUT', '/v1/policies/none', {
    window: { maxMessages: 0 },
  });
  expect([policy.status, policy.body.code]).toEqual([422, 'policy-invalid']);
});

test('the operator’s ceiling stands over every policy and model', async () => {
  const conversation = await conversationOf(120);
  const low = await builderWith({ VERBATIM_WINDOW_CEILING: '30' });
  const served = await new ConversationClient(low.url, conversation.id).context();
  expect(served.body.messages).toEqual(chat(90, 30));
  const proof = await call(services.url, 'GET', `/v1/calls/${served.callId}/verify`);
  expect(proof.body).toMatchObject({ segments: 'ok', fold: 'ok' });
  await call(low.url, 'PUT', '/v1/policies/late', { history: { triggerAt: 31 } });
  type Doctor = { checks: { check: string; status: string; detail: string }[] };
  const { checks } = (await call<Doctor>(low.url, 'GET', '/v1/doctor')).body;
  expect(checks.find(({ check }) => check === 'window')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('late (triggerAt 31)'),
  });
  await low.stop();
  await expect(shown(conversation, {})).resolves.toBe(120);
});

test('a switch puts the model’s entry on record, from the model before', async () => {
  const conversation = await conversationOf(60);
  await expect(modelOf(conversation)).resolves.toBeNull();
  const first = await switchModel(conversation, 'small');
  expect(first.status).toBe(202);
  await conversation.context({ model: 'small', after: first.body.cursor });
  await expect(modelOf(conversation)).resolves.toBe('small');
  const second = await switchModel(conversation, 'gpt-4o-2024-08-06');
  await conversation.context({ after: second.body.cursor });
  const switches = (await conversation.journal('ModelSwitched')).map(({ status, data }) => ({
    status,
    ...data,
  }));
  expect(switches).toMatchObject([
    { status: 'applied', from: null, to: 'small', entry: { ...small, encoding: 'o200k_base', exact: false } },
    { status: 'applied', from: 'small', to: 'gpt-4o-2024-08-06', entry: { id: 'gpt-4o' } },
  ]);
});

test('a context for another model than the conversation’s has that model’s window and is no switch', async () => {
  const conversation = await conversationOf(120);
  const { body } = await switchModel(conversation, 'gpt-4o');
  const own = await conversation.context({ after: body.cursor });
  const other = await conversation.context({ model: 'small' });
  expect([own.body.messages.length, other.body.messages.length]).toEqual([120, 50]);
  await expect(modelOf(conversation)).resolves.toBe('gpt-4o');
  expect(await conversation.journal('ModelSwitched')).toHaveLength(1);
  type Receipt = { model: { requested: string; entry: object }; limits: { messages: number } };
  const receipt = (await call<Receipt>(services.url, 'GET', `/v1/calls/${other.callId}`)).body;
  expect(receipt).toMatchObject({ model: { requested: 'small', entry: small }, limits: { messages: 50 } });
});

test('an unknown model is refused with those that are near, an unknown conversation too', async () => {
  const conversation = await conversationOf(1);
  const refused = await switchModel(conversation, 'gpt-4p');
  expect([refused.status, refused.body.code]).toEqual([422, 'model-unknown']);
  expect(refused.body.near).toContain('gpt-4o');
  const nowhere = await switchModel({ id: 'nowhere' }, 'gpt-4o');
  expect([nowhere.status, nowhere.body.code]).toEqual([404, 'conversation-not-found']);
});

test('models show their windows, budgets and prices', async () => {
  type Models = { items: { id: string }[] };
  const { items } = (await call<Models>(services.url, 'GET', '/v1/models?limit=1000')).body;
  expect(items.find(({ id }) => id === 'small')).toMatchObject(small);
});

describe('an operator’s models.json', () => {
  let folder: string;
  let file: string;
  const over = [
    {
      id: 'gpt-4o',
      provider: 'openai',
      maxContext: { messages: 40, tokens: 128_000 },
      encoding: 'o200k_base',
    },
    {
      id: 'ours',
      provider: 'ours',
      maxContext: { messages: 30, tokens: 8000 },
      prices: { input: 1, output: 2 },
    },
  ];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'models-'));
    file = join(folder, 'models.json');
    await writeFile(file, JSON.stringify(over));
  });

  afterAll(() => rm(folder, { recursive: true }));

  test('stands over the shipped registry; an unknown model is refused', async () => {
    const { id } = await conversationOf(60);
    const builder = await builderWith({ VERBATIM_MODELS_FILE: file });
    const conversation = new ConversationClient(builder.url, id);
    await expect(shown(conversation, { model: 'gpt-4o' })).resolves.toBe(40);
    await expect(shown(conversation, { model: 'ours' })).resolves.toBe(30);
    await expect(shown(conversation, { model: 'gpt-4o-mini' })).resolves.toBe(60);
    const unknown = await conversation.tryContext({ model: 'our' });
    expect([unknown.status, unknown.body]).toEqual([
      422,
      expect.objectContaining({ code: 'model-unknown', near: expect.arrayContaining(['ours']) }),
    ]);
    await builder.stop();
  });

  test('an unknown model is served by the default’s entry where one is configured, and the receipt says so', async () => {
    const { id } = await conversationOf(60);
    const builder = await builderWith({ VERBATIM_MODELS_FILE: file, VERBATIM_DEFAULT_MODEL: 'ours' });
    const served = await new ConversationClient(builder.url, id).context({ model: 'never-heard-of' });
    expect(served.body.messages).toEqual(chat(30, 30));
    const { body } = await call(builder.url, 'GET', `/v1/calls/${served.callId}`);
    expect(body).toMatchObject({ model: { requested: 'never-heard-of', entry: { id: 'ours' } } });
    const proof = await call(services.url, 'GET', `/v1/calls/${served.callId}/verify`);
    expect(proof.body).toMatchObject({ segments: 'ok', fold: 'ok', differences: [] });
    await builder.stop();
  });

  test('a default that the registry does not have ends the start', async () => {
    await expect(builderWith({ VERBATIM_DEFAULT_MODEL: 'gpt-4p' })).rejects.toThrow(
      /"gpt-4p" is not in the registry; near it: .*gpt-4o/,
    );
  });
});

test.each([
  // Of 8, a quarter at once: the first message shown stays for two messages, and its prefix with it.
  [0.25, [0, 2, 2, 4, 4, 6, 6]],
  [0, [0, 1, 2, 3, 4, 5, 6]],
])('cutStep %d: of a window of 8 the first message shown, at 8 to 14', async (cutStep, expected) => {
  const conversation = new ConversationClient(services.url);
  await conversation.assign({ window: { maxMessages: 8, cutStep } });
  const firsts: number[] = [];
  await conversation.say(...chat(0, 7));
  for (let stored = 7; stored < 14; stored += 1) {
    await conversation.say(...chat(stored, 1));
    const { body, degraded } = await conversation.context();
    const first = stored + 1 - body.messages.length;
    expect(body.messages).toEqual(chat(first, stored + 1 - first));
    expect(degraded.map(({ code }) => code)).toEqual(first === 0 ? [] : ['window-cut']);
    firsts.push(first);
  }
  expect(firsts).toEqual(expected);
});

test('a model’s own tokenBudget stands over that of the plugin', async () => {
  const frugal = { ...small, id: 'frugal', maxContext: { tokens: 100_000 }, tokenBudget: 100 };
  expect((await call(services.url, 'PUT', '/v1/models/frugal', frugal)).status).toBe(200);
  const conversation = new ConversationClient(services.url);
  await conversation.assign({ plugins: ['default', 'token-budget'] });
  await conversation.say(...chat(0, 60));
  await expect(shown(conversation, {})).resolves.toBe(60);
  const served = await conversation.context({ model: 'frugal' });
  expect(served.body.messages.length).toBeLessThan(25);
  expect(served.body.messages.at(-1)).toEqual(chat(59, 1)[0]);
  expect(served.losses.map(({ code }) => code)).toContain('plugin-dropped');
});

test('what a switch leaves out of view is in the receipt', async () => {
  const conversation = await conversationOf(120);
  const { body } = await switchModel(conversation, 'small');
  const { callId } = await conversation.context({ model: 'small', after: body.cursor });
  type Receipt = { segments: { event: string }[]; degraded: object[]; original: { messages: number } };
  const receipt = (await call<Receipt>(services.url, 'GET', `/v1/calls/${callId}`)).body;
  expect(receipt.degraded).toEqual([
    { code: 'window-cut', detail: '70 older messages are not shown: the window holds 50' },
  ]);
  expect(receipt.original.messages).toBe(120);
  const shownEvents = (await conversation.messages()).slice(70).map(({ id }) => id);
  expect(receipt.segments.map(({ event }) => event)).toEqual(shownEvents);
});
