import { call, chat, ConversationClient, report, type Message } from '../support/conversation-client';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server';
import { startServices, type RunningServices } from '../support/services';
import { askedSummaries, ledgerProblems } from '../support/summary-ledger';

jest.setTimeout(120_000);

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

async function begun(policy: object): Promise<ConversationClient> {
  const conversation = new ConversationClient(services.url);
  await conversation.assign(policy);
  return conversation;
}

/** A message of exactly so many tokens of `o200k_base`. */
function sized(tokens: number): Message {
  return { role: 'user', content: ' a'.repeat(tokens) };
}

const sizes = (count: number, tokens: number): Message[] =>
  Array.from({ length: count }, () => sized(tokens));

async function problems(conversation: ConversationClient, from: number): Promise<string[]> {
  return ledgerProblems({
    asked: askedSummaries(openai.calls.slice(from)),
    journal: await conversation.messages(),
    checkpoints: await conversation.checkpoints(),
  });
}

const ranges = async (conversation: ConversationClient): Promise<number[][]> =>
  (await conversation.checkpoints()).map(({ messages: { from, to } }) => [from, to]);

describe('token-based, 8,000 and 1,000', () => {
  test('summarizing: 9,000 does nothing, 9,001 reduces to at most 8,000 with one call', async () => {
    const conversation = await begun({ preset: 'hpd-summarizing', strategy: 'token-based' });
    const from = openai.calls.length;
    const full = await conversation.say(...sizes(9, 1_000));
    expect(full).toMatchObject({ live: 9, checkpoints: 0, tokens: 9_000 });
    expect(openai.calls.length).toBe(from);
    const reduced = await conversation.say(sized(1));
    expect(reduced).toMatchObject({ live: 8, checkpoints: 1, tokens: 7_001 });
    expect(openai.calls.length).toBe(from + 1);
    expect(await ranges(conversation)).toEqual([[0, 2]]);
    // The summary is the cache: only what comes after it counts.
    expect(await conversation.say(sized(1_999))).toMatchObject({ checkpoints: 1, tokens: 9_000 });
    const again = await conversation.say(sized(1));
    expect(again).toMatchObject({ checkpoints: 2, tokens: 7_001 });
    expect(await problems(conversation, from)).toEqual([]);
    report('SPEC 2 token-based: 9,000 live tokens no call, 9,001 one call and 7,001 live');
  });

  test('counting: the same cut in the fold itself, without any call', async () => {
    const history = { summary: 'none' };
    const conversation = await begun({ preset: 'hpd-counting', strategy: 'token-based', history });
    const from = openai.calls.length;
    expect(await conversation.say(...sizes(9, 1_000))).toMatchObject({ live: 9, checkpoints: 0 });
    expect(await conversation.say(sized(1))).toMatchObject({ live: 8, checkpoints: 1, tokens: 7_001 });
    const { body, degraded } = await conversation.context();
    expect(body.messages).toEqual([...sizes(7, 1_000), sized(1)]);
    expect([degraded, openai.calls.length - from]).toEqual([[], 0]);
  });

  test('omitted tool results count as what stands for them', async () => {
    const conversation = await begun({
      preset: 'hpd-summarizing',
      strategy: 'token-based',
      toolResults: { keepRecent: 1 },
    });
    await conversation.say({ role: 'user', content: 'look' });
    for (let number = 0; number < 12; number += 1) {
      const called = { id: `c${number}`, type: 'function', function: { name: 'look', arguments: '{}' } };
      await conversation.say(
        { role: 'assistant', content: null, tool_calls: [called] },
        { role: 'tool', tool_call_id: `c${number}`, content: ' a'.repeat(2_000) },
      );
    }
    // Of 24,000 tokens two results are in view.
    expect(await conversation.state()).toMatchObject({ live: 25, checkpoints: 0 });
  });
});

describe('shares of the window', () => {
  const history = { unit: 'share', triggerAt: 0.5, keepRecent: 0.25, retriggerAt: 0.5 };

  test('a switch to a model with a smaller window makes a summary due at once', async () => {
    const conversation = await begun({ history });
    const from = openai.calls.length;
    const before = await conversation.say(...sizes(50, 100));
    expect(before).toMatchObject({ live: 50, tokens: 5_000, dueWork: [] });
    const entry = { id: 'small', provider: 'test', maxContext: { tokens: 8_000 } };
    const event = {
      specversion: '1.0',
      id: 'switch',
      source: 'test',
      type: 'ModelSwitched',
      subject: conversation.id,
      data: { from: null, to: 'small', entry },
    };
    const { status } = await call(services.url, 'POST', '/v1/events', event);
    expect(status).toBe(202);
    const after = await conversation.settled(50, ({ live }) => live < 50);
    expect(after).toMatchObject({ live: 20, tokens: 2_000, checkpoints: 1 });
    expect(openai.calls.length).toBe(from + 1);
    expect(await problems(conversation, from)).toEqual([]);
    report('SPEC 2 share 0.5 and 0.25: 5,000 tokens, switched to a window of 8,000: 2,000 live, one call');
  });

  test('the ceiling of the policy is the window where no model was named', async () => {
    const conversation = await begun({ history, window: { maxTokens: 2_000 } });
    expect(await conversation.say(...sizes(9, 100), sized(99))).toMatchObject({
      checkpoints: 0,
      tokens: 999,
    });
    expect(await conversation.say(sized(1))).toMatchObject({ checkpoints: 1, tokens: 500 });
  });
});

test('a threshold of null is none: calls at 21 live, one message later again', async () => {
  const conversation = await begun({ preset: 'hpd-summarizing', summarizationThreshold: null });
  const from = openai.calls.length;
  await conversation.say(...chat(0, 20));
  expect(openai.calls.length).toBe(from);
  expect(await conversation.say(...chat(20, 1))).toMatchObject({ live: 20, checkpoints: 1 });
  expect(await conversation.say(...chat(21, 1))).toMatchObject({ live: 20, checkpoints: 2 });
  expect(openai.calls.length).toBe(from + 2);
});
