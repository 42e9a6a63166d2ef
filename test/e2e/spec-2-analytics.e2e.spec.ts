import { call, chat, ConversationClient, report } from '../support/conversation-client';
import { startOpenAiServer, type OpenAiServer, type RecordedCall } from '../support/openai-server';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(120_000);

/** 20 and 5; summaries by the cheaper model. */
const summarizing = {
  preset: 'hpd-summarizing',
  summarizerProvider: { provider: 'openai', model: 'gpt-4o-mini' },
};

interface Reduction {
  readonly original: number;
  readonly reduced: number;
}

interface Analytics {
  readonly conversations: number;
  readonly messages: Reduction;
  readonly tokens: Reduction;
  readonly compressionRatio: number | null;
  readonly served: {
    readonly contexts: number;
    readonly messages: Reduction;
    readonly tokens: Reduction;
    readonly compressionRatio: number | null;
    readonly byModel: readonly { readonly model: string; readonly saved: number | null }[];
  };
  readonly summaries: {
    readonly callsMade: number;
    readonly callsAvoided: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly bySummarizer: readonly { readonly summarizer: string; readonly cost: number | null }[];
  };
  readonly cost: {
    readonly saved: number;
    readonly spent: number;
    readonly net: number;
    readonly unpriced: readonly string[];
  };
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

async function analytics(id?: string): Promise<Analytics> {
  const path = id === undefined ? '/v1/analytics' : `/v1/conversations/${id}/analytics`;
  return (await call<Analytics>(services.url, 'GET', path)).body;
}

/** 50 messages stored, then the policy. */
async function fifty(): Promise<ConversationClient> {
  const conversation = new ConversationClient(services.url);
  await conversation.say(...chat(0, 50));
  await conversation.assign(summarizing);
  await conversation.settled(50, ({ live }) => live < 50);
  return conversation;
}

/** What the server says of a call: a token for every four characters of the JSON of its messages, and of its answer. */
function usageOf({ body }: RecordedCall, text: string): { input: number; output: number } {
  const answer = { role: 'assistant', content: text, refusal: null };
  return {
    input: Math.ceil(JSON.stringify(body.messages).length / 4),
    output: Math.ceil(JSON.stringify(answer).length / 4),
  };
}

test('50 and then one at a time: seven steps, 2 calls made, 5 avoided, and what that cost and saved', async () => {
  const texts = ['the first summary', 'the second summary, of the first and six more'];
  openai.respondWith(texts.map((text) => ({ kind: 'text', text })));
  const from = openai.calls.length;
  const conversation = await fifty();
  for (let number = 50; number < 56; number += 1) await conversation.say(...chat(number, 1));
  const calls = openai.calls.slice(from);
  expect(calls.map(({ body }) => body.model)).toEqual(['gpt-4o-mini', 'gpt-4o-mini']);
  const usage = calls.map((each, index) => usageOf(each, texts[index] ?? ''));
  const input = usage.reduce((sum, each) => sum + each.input, 0);
  const output = usage.reduce((sum, each) => sum + each.output, 0);

  const { summaries, messages } = await analytics(conversation.id);
  expect(summaries).toMatchObject({
    callsMade: 2,
    callsAvoided: 5,
    inputTokens: input,
    outputTokens: output,
  });
  expect(messages).toEqual({ original: 56, reduced: 21 });

  const whole = new ConversationClient(services.url);
  await whole.say(...chat(0, 56));
  const all = await whole.context();
  const served = await conversation.context();
  expect([all.body.messages.length, served.body.messages.length]).toEqual([56, 21]);

  const figures = await analytics(conversation.id);
  expect(figures.served).toMatchObject({
    contexts: 1,
    messages: { original: 56, reduced: 21 },
    tokens: { original: all.tokens, reduced: served.tokens },
    compressionRatio: Number((served.tokens / all.tokens).toFixed(4)),
  });
  // USD a million tokens: gpt-4o 2.50 in; gpt-4o-mini 0.15 in and 0.60 out.
  const saved = ((all.tokens - served.tokens) * 2.5) / 1_000_000;
  const spent = (input * 0.15 + output * 0.6) / 1_000_000;
  expect(figures.cost.saved).toBeCloseTo(saved, 9);
  expect(figures.cost.spent).toBeCloseTo(spent, 9);
  expect(figures.cost.net).toBeCloseTo(saved - spent, 9);
  expect(figures.cost.unpriced).toEqual([]);
  report(
    `SPEC 2 analytics: 2 calls made, 5 avoided; ${all.tokens} → ${served.tokens} tokens; ` +
      `saved ${figures.cost.saved} - spent ${figures.cost.spent} = ${figures.cost.net} USD`,
  );
});

test('in turns of two: 3 calls made; at every message 10 more would have been', async () => {
  const conversation = await fifty();
  for (let number = 50; number < 62; number += 2) await conversation.say(...chat(number, 2));
  const { summaries, messages } = await analytics(conversation.id);
  expect(summaries).toMatchObject({ callsMade: 3, callsAvoided: 10 });
  expect(messages).toEqual({ original: 62, reduced: 21 });
});

test('nothing reduced: the original is what was served, and nothing was saved', async () => {
  const conversation = new ConversationClient(services.url);
  await conversation.say({ role: 'system', content: 'Be brief.' }, ...chat(0, 5));
  await conversation.context();
  const { served, cost, summaries } = await analytics(conversation.id);
  expect(served.messages).toEqual({ original: 6, reduced: 6 });
  expect(served.tokens.original).toBe(served.tokens.reduced);
  expect(served.compressionRatio).toBe(1);
  expect(cost).toMatchObject({ saved: 0, spent: 0, net: 0, unpriced: [] });
  expect(summaries).toMatchObject({ callsMade: 0, callsAvoided: 0, bySummarizer: [] });
});

test('a model without a price is named and counts nothing, until the registry has one', async () => {
  const entry = { id: 'our-model', provider: 'ours', maxContext: { tokens: 32_000 }, encoding: 'o200k_base' };
  await call(services.url, 'PUT', '/v1/models/our-model', entry);
  const conversation = new ConversationClient(services.url);
  await conversation.assign({ preset: 'hpd-counting' });
  await conversation.say(...chat(0, 26));
  await conversation.context({ model: 'our-model' });
  const before = await analytics(conversation.id);
  expect(before.cost).toMatchObject({ saved: 0, unpriced: ['our-model'] });
  expect(before.served.byModel).toMatchObject([{ model: 'our-model', saved: null }]);
  await call(services.url, 'PUT', '/v1/models/our-model', { ...entry, prices: { input: 1000, output: 1 } });
  const { cost, served } = await analytics(conversation.id);
  expect(cost.unpriced).toEqual([]);
  expect(cost.saved).toBeCloseTo((served.tokens.original - served.tokens.reduced) / 1000, 9);
});

test('the total is the sum over conversations', async () => {
  const listed = await call<{ items: { id: string }[] }>(services.url, 'GET', '/v1/conversations');
  const each = await Promise.all(listed.body.items.map(({ id }) => analytics(id)));
  const sum = (of: (one: Analytics) => number): number => each.reduce((total, one) => total + of(one), 0);
  const total = await analytics();
  expect(total.conversations).toBe(each.length);
  expect(total.messages).toEqual({
    original: sum(({ messages }) => messages.original),
    reduced: sum(({ messages }) => messages.reduced),
  });
  expect(total.tokens.reduced).toBe(sum(({ tokens }) => tokens.reduced));
  expect(total.served.contexts).toBe(sum(({ served }) => served.contexts));
  expect(total.served.tokens.original).toBe(sum(({ served }) => served.tokens.original));
  expect(total.summaries.callsMade).toBe(sum(({ summaries }) => summaries.callsMade));
  expect(total.summaries.callsAvoided).toBe(15);
  expect(total.cost.net).toBeCloseTo(
    sum(({ cost }) => cost.net),
    8,
  );
});

test('a conversation that does not exist is not found', async () => {
  const answer = await call<{ code: string }>(services.url, 'GET', '/v1/conversations/nobody/analytics');
  expect([answer.status, answer.body.code]).toEqual([404, 'conversation-not-found']);
});

test('a summary brings its metadata into the format that has room for it', async () => {
  const conversation = new ConversationClient(services.url);
  await conversation.assign(summarizing);
  await conversation.say(...chat(0, 26));
  const { body, segments, callId } = await conversation.context({ target: 'ai-sdk-ui' });
  const metadata = {
    __summary__: true,
    __created_at__: expect.stringMatching(/^\d{4}-/),
    __summarized_range__: 'messages_0_to_6',
    removed: 6,
    made: 'llm',
    trust: expect.stringMatching(/^(user|assistant|tool)$/),
    loss: { found: expect.any(Number), carried: expect.any(Number), share: expect.any(Number) },
  };
  expect(body.messages[0]).toMatchObject({ metadata });
  expect(segments[0]?.metadata).toEqual(body.messages[0]?.['metadata']);
  const proof = await call(services.url, 'GET', `/v1/calls/${callId}/verify`);
  expect(proof.body).toMatchObject({ segments: 'ok', fold: 'ok', differences: [] });
});
