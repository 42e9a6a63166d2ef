import { writtenPolicy } from '../documents/presets-page';
import {
  call,
  chat,
  ConversationClient,
  report,
  type Message,
  type Problem,
  type Served,
} from '../support/conversation-client';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(120_000);

// SPEC 0: each source's document, with its own settings, gives its own example.

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

/** Puts a document of docs/presets.md as the page writes it. */
async function put(section: string, number = 0): Promise<{ name: string }> {
  const { language, text } = writtenPolicy(section, number);
  const name = `${section}-${number}`;
  const answer = await fetch(`${services.url}/v1/policies/${name}`, {
    method: 'PUT',
    headers: { 'content-type': `application/${language}` },
    body: text,
  });
  expect([answer.status, await answer.text()]).toEqual([202, expect.any(String)]);
  return { name };
}

async function under(section: string, number = 0): Promise<ConversationClient> {
  const conversation = new ConversationClient(services.url);
  await conversation.assign(await put(section, number));
  return conversation;
}

const say = (role: string, content: string): Message => ({ role, content });
const words = (characters: number): string => 'lorem ipsum '.repeat(characters / 12 + 1).slice(0, characters);

/** Searches with results of these many characters. */
function searches(sizes: readonly number[]): Message[] {
  return sizes.flatMap((size, index) => {
    const id = `tc_${index + 1}`;
    const search = { id, type: 'function', function: { name: 'search', arguments: '{}' } };
    return [
      { role: 'assistant', content: 'Let me search.', tool_calls: [search] },
      { role: 'tool', tool_call_id: id, content: words(size) },
    ];
  });
}

const question = say('user', 'Search for visa information');

interface InForce {
  readonly policy: { readonly version: string; readonly document: Record<string, unknown> };
}

async function inForce({ id }: ConversationClient): Promise<InForce> {
  return (await call<InForce>(services.url, 'GET', `/v1/conversations/${id}`)).body;
}

const toolTexts = ({ body }: Served): unknown[] =>
  body.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));

test('agentkit: live messages and checkpoints at 99, 100, 110 and 120 messages', async () => {
  const conversation = await under('agentkit');
  const rows: number[][] = [];
  let stored = 0;
  for (const until of [99, 100, 110, 120]) {
    const { live, checkpoints } = await conversation.say(...chat(stored, until - stored));
    stored = until;
    rows.push([until, live, checkpoints]);
  }
  expect(rows).toEqual([
    [99, 99, 0],
    [100, 10, 1],
    [110, 10, 2],
    [120, 10, 3],
  ]);
});

test('agentkit: ten results, N = 2: eight are omitted, and the context has a fifth of the tokens', async () => {
  const sizes = [5000, 4500, 4900, 4800, 4700, 4600, 4500, 4400, 4200, 3800];
  const messages = [question, ...searches(sizes)];
  const whole = new ConversationClient(services.url);
  await whole.say(...messages);
  const filtered = new ConversationClient(services.url);
  const summarization = { enabled: false, toolResults: { keepRecent: 2 } };
  await filtered.assign({ preset: 'agentkit', summarization });
  await filtered.say(...messages);
  const { body, tokens } = await filtered.context();
  const results = body.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
  expect(results).toEqual([...Array<string>(8).fill('[Omitted]'), words(4200), words(3800)]);
  const before = (await whole.context()).tokens;
  expect(tokens).toBeLessThan(before * 0.2);
  report(`agentkit, ten tool results, N=2: ${before} tokens -> ${tokens}`);
});

test('hpd-summarizing: 50 messages, then one at a time: two calls in seven steps', async () => {
  const conversation = new ConversationClient(services.url);
  await conversation.say(...chat(0, 50));
  const before = openai.calls.length;
  await conversation.assign(await put('hpd'));
  const lives = [(await conversation.settled(50, ({ live }) => live < 50)).live];
  for (let stored = 50; stored < 56; stored += 1) {
    lives.push((await conversation.say(...chat(stored, 1))).live);
  }
  expect(lives).toEqual([20, 21, 22, 23, 24, 25, 20]);
  expect(openai.calls.length - before).toBe(2);
});

test('hpd-counting, token-based: never over 9,000 tokens, at most 8,000 after a reduction, without a call', async () => {
  const conversation = await under('hpd', 1);
  const before = openai.calls.length;
  const tokens: number[] = [];
  for (let stored = 0; stored < 24; stored += 1) {
    await conversation.say(say(stored % 2 === 0 ? 'user' : 'assistant', words(4500)));
    tokens.push((await conversation.context()).tokens);
  }
  const reduced = tokens.filter((now, index) => now < (tokens[index - 1] ?? 0));
  expect(reduced).toHaveLength(7);
  expect(Math.max(...reduced)).toBeLessThanOrEqual(8000);
  expect(Math.max(...tokens)).toBeLessThanOrEqual(9000);
  expect(openai.calls.length - before).toBe(0);
  report(`hpd-counting, token-based: ${tokens.join(' ')}`);
});

test('chainlite: 7,000 characters become 5,000 when the run ends, 5,000 stay; inside it 3,000 from iteration 2', async () => {
  const conversation = await under('chainlite');
  const shown = async () => {
    const { body } = await conversation.context();
    return body.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
  };
  await conversation.say(question, ...searches([7000, 7000, 3000]));
  const cut = (size: number) => `${words(size)}… [${7000 - size} characters omitted]`;
  expect(await shown()).toEqual([words(7000), cut(3000), words(3000)]);
  await conversation.say(say('assistant', 'Done.'));
  expect(await shown()).toEqual([cut(5000), cut(3000), words(3000)]);
});

test('chainlite: another model, and what it is told, in its own words', async () => {
  const conversation = await under('chainlite', 1);
  const from = openai.calls.length;
  openai.respondWith([{ kind: 'text', text: 'It needs a passport.' }]);
  await conversation.say(question, ...searches([5001, 5000]), say('assistant', 'Done.'));
  const calls = openai.calls.slice(from);
  expect(calls.map(({ body }) => body.model)).toEqual(['gpt-3.5-turbo']);
  expect(JSON.stringify(calls[0]?.body)).toContain('Summarize this concisely.');
  const { body } = await conversation.context();
  expect(body.messages[2]?.content).toContain('[Summarized Output]: It needs a passport.');
  expect(body.messages[4]?.content).toBe(words(5000));
});

test('agent-zero: the budgets of 120,000 and of 4,000 tokens; twelve messages over it become six', async () => {
  const budget = async ({ id }: ConversationClient): Promise<unknown> => {
    const { body } = await call<{ budget: object }>(services.url, 'GET', `/v1/conversations/${id}/topics`);
    return body.budget;
  };
  const large = await under('agent-zero');
  await large.say(say('user', 'hello'));
  const shares = { history: 84_000, current: 42_000, topics: 25_200, bulks: 16_800 };
  expect(await budget(large)).toMatchObject(shares);

  const small = await under('agent-zero', 1);
  const messages = Array.from({ length: 12 }, (_, index) =>
    say(index % 2 === 0 ? 'user' : 'assistant', `${index} ${words(1000)}`),
  );
  for (const message of messages.slice(0, 11)) await small.say(message);
  expect((await small.context()).body.messages).toHaveLength(11);
  await small.say(...messages.slice(11));
  expect(await budget(small)).toMatchObject({ history: 2000, current: 1000, topics: 600, bulks: 400 });
  const { body, segments } = await small.context();
  expect(segments.map(({ kind }) => kind)).toEqual([
    'message',
    'summary',
    ...Array<string>(4).fill('message'),
  ]);
  expect([body.messages[0], ...body.messages.slice(2)]).toEqual([messages[0], ...messages.slice(8)]);
});

test('agent-mcp: [a,u1,u2,a1,a2,u3] becomes [u1,a1,u3], what was left out is listed, and 250 become the last 200', async () => {
  const conversation = await under('agent-mcp');
  const pairs = ['a', 'u1', 'u2', 'a1', 'a2', 'u3'];
  await conversation.say(...pairs.map((text) => say(text.startsWith('u') ? 'user' : 'assistant', text)));
  const first = await conversation.context();
  expect(first.body.messages.map(({ content }) => content)).toEqual(['u1', 'a1', 'u3']);
  expect(first.losses.map(({ code }) => code)).toEqual(Array(3).fill('plugin-dropped'));
  await conversation.say(...chat(6, 244));
  expect((await conversation.context()).body.messages).toEqual(chat(50, 200));
});

describe('the two documents of SPEC 0, as it writes them', () => {
  const first = `{ "preset": "agentkit",
  "history": { "kind": "checkpoints", "unit": "messages", "triggerAt": 100, "keepRecent": 10, "retriggerAt": 20,
               "summary": "llm", "mode": "layered", "mergeSummariesAt": 0, "summarizer": { "model": "…" } },
  "toolResults": { "keepRecent": 5, "placeholder": "[Omitted]", "clearAtLeast": 0, "protectUnread": true,
                   "compaction": { "postRun": { "mode": "simple" } } },
  "window": { "maxMessages": 200, "maxTokens": null, "reservedOutput": 4096 },
  "plugins": ["default", { "name": "token-budget", "options": { "tokenBudget": 6000 } }] }`;
  const second = `{ "preset": "agent-zero",
  "history": { "kind": "tiers", "contextHistoryRatio": 0.7, "shares": { "current": 0.5, "topics": 0.3, "bulks": 0.2 },
               "topicCompressRatio": 0.65, "largeMessageToTopicRatio": 0.25, "bulkMergeCount": 3, "topicsKeepCount": 3,
               "newTopicOn": "event", "summarizer": { "model": "…", "maxContext": 4096, "limitRequests": 3 } } }`;

  async function underText(name: string, text: string): Promise<ConversationClient> {
    const answer = await call(services.url, 'PUT', `/v1/policies/${name}`, text);
    expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
    const conversation = new ConversationClient(services.url);
    await conversation.assign({ name });
    return conversation;
  }

  test('the first: a summary at 100, two of seven results omitted, long ones cut, the plugin within 6,000', async () => {
    const conversation = await underText('first', first);
    const from = openai.calls.length;
    await conversation.say(question, ...searches(Array<number>(7).fill(5001)), say('assistant', 'Done.'));
    expect(toolTexts(await conversation.context())).toEqual([
      ...Array<string>(2).fill('[Omitted]'),
      ...Array<string>(5).fill(`${words(5000)}… [1 characters omitted]`),
    ]);
    expect(await conversation.say(...chat(0, 83))).toMatchObject({ live: 99, checkpoints: 0 });
    expect(await conversation.say(...chat(83, 1))).toMatchObject({ live: 10, checkpoints: 1 });
    expect(openai.calls.slice(from).map(({ body }) => body.model)).toEqual(['…']);
    const { callId, degraded } = await conversation.context();
    expect(degraded).toEqual([]);
    type Plugins = { plugins: { name: string; outcome: string }[] };
    const receipt = (await call<Plugins>(services.url, 'GET', `/v1/calls/${callId}`)).body;
    expect(receipt.plugins.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['default', 'unchanged'],
      ['token-budget', 'unchanged'],
    ]);
    const { document } = (await inForce(conversation)).policy;
    expect(document).toMatchObject({
      ...omit(JSON.parse(first) as object, 'preset', 'plugins'),
      plugins: [{ name: 'default' }, { name: 'token-budget', options: { tokenBudget: 6000 } }],
    });
  });

  test('the second: its shares of 128,000 tokens, and everything it says is in force', async () => {
    const conversation = await underText('second', second);
    await conversation.say(...chat(0, 4));
    const { body } = await call<{ budget: object }>(
      services.url,
      'GET',
      `/v1/conversations/${conversation.id}/topics`,
    );
    expect(body.budget).toMatchObject({ history: 89_600, current: 44_800, topics: 26_880, bulks: 17_920 });
    expect((await conversation.context()).body.messages).toEqual(chat(0, 4));
    const { document } = (await inForce(conversation)).policy;
    expect(document).toMatchObject(omit(JSON.parse(second) as object, 'preset'));
  });
});

function omit(document: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}

describe('what a document means', () => {
  test('the names of a source are recorded, hashed and shown as the resolved document', async () => {
    const named = new ConversationClient(services.url);
    await named.assign({ preset: 'hpd-summarizing', targetMessageCount: 20, summarizationThreshold: 5 });
    await named.say(...chat(0, 1));
    const { version, document } = (await inForce(named)).policy;
    expect(document['history']).toMatchObject({
      triggerAt: 26,
      keepRecent: 20,
      retriggerAt: 26,
      mode: 'single',
    });
    expect(document).not.toHaveProperty('targetMessageCount');
    const resolved = new ConversationClient(services.url);
    await resolved.assign(document);
    await resolved.say(...chat(0, 1));
    expect((await inForce(resolved)).policy).toMatchObject({ version, document });
    const recorded = (await named.journal('PolicyAssigned')).at(-1)?.data['policy'];
    expect(recorded).toEqual(document);
  });

  test('where nothing was assigned the default holds, which reduces nothing', async () => {
    const conversation = new ConversationClient(services.url);
    expect(await conversation.say(...chat(0, 50))).toMatchObject({ live: 50, checkpoints: 0 });
    expect(await conversation.say(...chat(50, 70))).toMatchObject({ live: 120, checkpoints: 0 });
    expect((await conversation.context()).body.messages).toEqual(chat(0, 120));
  });

  test.each([[{ history: null }], [{ enabled: false }], [{ summarization: { enabled: false } }]])(
    'agentkit with %j never summarises',
    async (part) => {
      const conversation = new ConversationClient(services.url);
      await conversation.assign({ preset: 'agentkit', ...part });
      expect(await conversation.say(...chat(0, 101))).toMatchObject({ live: 101, checkpoints: 0 });
    },
  );

  test.each([
    [{ summarization: { triggerAt: 20, keepRecent: 20 } }, 'keepRecent 20 must be less than triggerAt 20'],
    [{ summarization: { keepRecent: 0 } }, 'summarization.keepRecent'],
    [{ summarization: { retriggerAt: 10 } }, 'retriggerAt 10 must be more than keepRecent 10'],
    [{ summarization: { triggerAt: 201 } }, 'triggerAt 201 is over window.maxMessages 200'],
  ])('agentkit: %j is refused by name', async (part, detail) => {
    const answer = await call<Problem>(services.url, 'PUT', '/v1/policies/wrong', {
      preset: 'agentkit',
      ...part,
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'policy-invalid']);
    expect(answer.body.detail).toContain(detail);
  });

  test.each([
    [
      { preset: 'agent-zero', shares: { current: 0.5, topics: 0.3, bulks: 0.3 } },
      422,
      'policy-invalid',
      'shares',
    ],
    [{ plugins: ['default', 'nobody'] }, 422, 'plugin-unknown', 'nobody'],
    [{ plugins: ['token-budget', 'token-budget'] }, 409, 'plugin-exists', 'token-budget'],
    [
      { preset: 'chainlite', compaction: { postRun: { mode: 'custom' } } },
      422,
      'policy-invalid',
      'compaction.postRun',
    ],
    [
      {
        preset: 'chainlite',
        compaction: { postRun: { mode: 'custom', summarizer: { model: 'm' }, summarizerPath: 'x.yaml' } },
      },
      422,
      'policy-invalid',
      'compaction.postRun',
    ],
  ])('%j is refused: %d %s', async (document, status, code, named) => {
    const answer = await call<Problem>(services.url, 'PUT', '/v1/policies/wrong', document);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toContain(named);
  });

  test('a result that is both summarised and omitted is shown as omitted', async () => {
    const conversation = new ConversationClient(services.url);
    const inRun = { mode: 'auto', truncationThreshold: 3000, startIter: 1 };
    await conversation.assign({ toolResults: { keepRecent: 2, compaction: { inRun } } });
    openai.respondWith(() => ({ kind: 'text', text: 'in short' }));
    await conversation.say(question, ...searches([4000, 4000]));
    const short = '[Summarized Output]: in short';
    expect(toolTexts(await conversation.context())).toEqual([short, short]);
    await conversation.say(...searches([4000, 4000, 4000]).slice(4));
    openai.respondWith([]);
    expect(toolTexts(await conversation.context())).toEqual(['[Omitted]', short, short]);
  });
});

describe('the room of a context', () => {
  const tiny = { id: 'tiny', provider: 'mine', maxContext: { tokens: 1000 }, encoding: 'o200k_base' };
  const tools = [
    { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } },
  ];

  type Limits = { readonly limits: { readonly tokens: number; readonly toolTokens: number } };

  /** The limits of the receipt; what was served is within them, its tools counted. */
  async function limits(window: object, request: object): Promise<Limits['limits']> {
    const conversation = new ConversationClient(services.url);
    await conversation.assign({ window });
    await conversation.say(...chat(0, 120));
    const served = await conversation.context(request);
    const { body } = await call<Limits>(services.url, 'GET', `/v1/calls/${served.callId}`);
    const { tokens, toolTokens } = body.limits;
    expect(served.tokens + toolTokens).toBeLessThanOrEqual(tokens);
    expect(served.degraded.map(({ code }) => code)).toEqual(tokens < 1000 ? ['messages-cut'] : []);
    return body.limits;
  }

  beforeAll(async () => {
    expect((await call(services.url, 'PUT', '/v1/models/tiny', tiny)).status).toBe(200);
  });

  test.each([
    ['4,096 are reserved', {}, { model: 'gpt-4o' }, 128_000 - 4096],
    ['of a small window a quarter', {}, { model: 'tiny' }, 750],
    [
      'the larger of policy and request',
      { reservedOutput: 300 },
      { model: 'tiny', budget: { reservedOutput: 200 } },
      700,
    ],
    [
      'the larger of request and policy',
      { reservedOutput: 300 },
      { model: 'tiny', budget: { reservedOutput: 400 } },
      600,
    ],
    [
      'the least of model, policy and request',
      { maxTokens: 500 },
      { model: 'tiny', budget: { tokens: 400 } },
      400,
    ],
    ['the policy’s ceiling', { maxTokens: 500 }, { model: 'tiny', budget: { tokens: 600 } }, 500],
  ])('%s: %j and %j give %d tokens', async (_, window, request, tokens) => {
    expect((await limits(window, request)).tokens).toBe(tokens);
  });

  test('tools count, and what cannot fit is 422 budget-impossible', async () => {
    expect((await limits({}, { model: 'tiny', tools })).toolTokens).toBeGreaterThan(10);
    const conversation = new ConversationClient(services.url);
    await conversation.say(say('user', words(8000)));
    const refused = await conversation.tryContext({ model: 'tiny' });
    expect([refused.status, (refused.body as Problem).code]).toEqual([422, 'budget-impossible']);
  });
});
