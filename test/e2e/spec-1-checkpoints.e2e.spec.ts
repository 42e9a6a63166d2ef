import { startSummarizer } from '../../apps/summarizer';
import { call, chat, ConversationClient, report } from '../support/conversation-client';
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(120_000);

const agentkit = { preset: 'agentkit' };

let openai: OpenAiServer;
let services: RunningServices;

const settings = (): NodeJS.ProcessEnv => ({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.baseUrl });

beforeAll(async () => {
  openai = await startOpenAiServer();
  services = await startServices({ env: settings() });
});

afterAll(async () => {
  await services.stop();
  await openai.close();
});

async function begun(policy: object = agentkit): Promise<ConversationClient> {
  const conversation = new ConversationClient(services.url);
  await conversation.assign(policy);
  return conversation;
}

async function inJournal(conversation: ConversationClient, type: string): Promise<number> {
  return (await conversation.journal(type)).filter(({ status }) => status === 'applied').length;
}

test('the table: 99, 100, 110 and 120 messages', async () => {
  const conversation = await begun();
  const rows: number[][] = [];
  for (const [from, to] of [
    [0, 99],
    [99, 100],
    [100, 110],
    [110, 120],
  ] as const) {
    const { messages, live, checkpoints } = await conversation.say(...chat(from, to - from));
    const [said, made] = [
      await inJournal(conversation, 'MessageAppended'),
      await inJournal(conversation, 'CheckpointCreated'),
    ];
    rows.push([messages, live, checkpoints, said, made]);
  }
  report(`SPEC 1 stored, live, checkpoints, journal: ${rows.map((row) => row.join(' ')).join(' | ')}`);
  expect(rows).toEqual([
    [99, 99, 0, 99, 0],
    [100, 10, 1, 100, 1],
    [110, 10, 2, 110, 2],
    [120, 10, 3, 120, 3],
  ]);
  const ranges = (await conversation.checkpoints()).map(({ messages: { from, to } }) => [from, to]);
  expect(ranges).toEqual([
    [0, 90],
    [90, 100],
    [100, 110],
  ]);
});

test('a burst of 120 before the summarizer works needs one checkpoint', async () => {
  const early = await startServices({ only: ['projector', 'context-builder'], env: settings() });
  const conversation = new ConversationClient(early.url);
  await conversation.assign(agentkit);
  const { cursor } = await conversation.append(chat(0, 120));
  const before = await conversation.context({ after: cursor });
  expect(before.body.messages).toHaveLength(120);
  const asked = openai.calls.length;
  const summarizer = await startSummarizer(early.context);
  const state = await conversation.settled(120);
  await summarizer.stop();
  expect(state).toMatchObject({ live: 10, checkpoints: 1 });
  expect(openai.calls.length - asked).toBe(1);
  expect(await inJournal(conversation, 'CheckpointCreated')).toBe(1);
  await early.stop();
});

test('live messages between two checkpoints are all in the context, after the summaries', async () => {
  const conversation = await begun({ preset: 'agentkit', summarization: { triggerAt: 20, keepRecent: 4 } });
  await conversation.say({ role: 'system', content: 'be exact' }, ...chat(0, 27));
  const { body, segments, degraded } = await conversation.context();
  const [made] = await conversation.checkpoints();
  expect(body.messages[0]).toEqual({ role: 'system', content: 'be exact' });
  expect(body.messages[1]?.content).toContain(`\n${made?.summary}\n`);
  expect(segments.map(({ kind }) => kind)).toEqual(['message', 'summary', ...Array(4).fill('message')]);
  expect(segments[1]?.event).toBe(made?.id);
  const more = await conversation.say(...chat(27, 3));
  const later = await conversation.context();
  expect(more).toMatchObject({ live: 7, checkpoints: 1 });
  expect(later.body.messages.slice(2)).toEqual(chat(23, 7));
  expect([degraded, later.degraded]).toEqual([[], []]);
});

test('200 turns of two messages: all stored, 1 + 30 checkpoints, every active summary in the context', async () => {
  const conversation = await begun();
  const asked = openai.calls.length;
  for (let stored = 2; stored <= 400; stored += 2) {
    await conversation.append(chat(stored - 2, 2));
    if (stored >= 100 && stored % 10 === 0) await conversation.settled(stored);
  }
  const state = await conversation.state();
  expect(state).toMatchObject({ messages: 400, live: 10, checkpoints: 31, activeCheckpoints: 31 });
  expect((await conversation.messages()).map(({ message }) => message)).toEqual(chat(0, 400));
  expect(openai.calls.length - asked).toBe(31);

  const checkpoints = await conversation.checkpoints();
  expect(checkpoints.map(({ messages }) => messages.to)).toEqual(
    Array.from({ length: 31 }, (_, index) => 90 + 10 * index),
  );
  const { body, segments, degraded } = await conversation.context();
  const summaries = body.messages.slice(0, 31);
  expect(segments.slice(0, 31).map(({ event }) => event)).toEqual(checkpoints.map(({ id }) => id));
  for (const [index, { id, summary }] of checkpoints.entries()) {
    expect(summary).toMatch(/^Summary \d+$/);
    expect(summaries[index]?.content).toContain(`ref="${id}"`);
    expect(summaries[index]?.content).toContain(`\n${summary}\n`);
  }
  expect(body.messages.slice(31)).toEqual(chat(390, 10));
  expect(degraded).toEqual([]);
  report(
    `SPEC 1 200 turns: 400 stored, ${state.checkpoints} checkpoints, ${summaries.length} summaries shown`,
  );
});

test('one summary in the user’s role: mode single folds the one before into the new one', async () => {
  const summarization = { triggerAt: 6, keepRecent: 2, retriggerAt: 6, mode: 'single' };
  const conversation = await begun({ preset: 'agentkit', summarization });
  const from = openai.calls.length;
  await conversation.say(...chat(0, 6));
  await conversation.say(...chat(6, 4));
  const [first, second] = await conversation.checkpoints();
  expect([first?.status, second?.status, second?.supersedes]).toEqual(['superseded', 'active', [first?.id]]);
  expect(openai.calls.at(-1)?.body.messages.at(-1)?.content).toContain(
    `<previous_summary>\n${first?.summary}\n</previous_summary>`,
  );
  expect(openai.calls.length - from).toBe(2);
  const { body } = await conversation.context();
  expect(body.messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant']);
  expect(body.messages[0]?.content).toContain(second?.summary);
});

test('the fields of state, checkpoints and segments', async () => {
  const conversation = await begun({ preset: 'agentkit', summarization: { triggerAt: 6, keepRecent: 2 } });
  await conversation.say({ role: 'system', content: 'be exact' }, ...chat(0, 6));
  const state = (await conversation.state()) as unknown as Record<string, unknown>;
  // The event of the policy, and before it the default that the projector journals.
  expect(state).toMatchObject({
    messages: 7,
    live: 2,
    checkpoints: 1,
    activeCheckpoints: 1,
    conflicts: 0,
    tokens: expect.any(Number),
    position: 10,
    applied: 10,
    head: 10,
    viewVersion: expect.any(Number),
    openCalls: [],
    policy: { name: null, origin: 'assigned', version: expect.stringMatching(/^[0-9a-f]{64}$/) },
    dueWork: [],
    hints: [{ code: 'below-trigger', detail: expect.stringContaining('2') }],
  });
  const checkpoints = (await conversation.checkpoints()) as unknown as Record<string, unknown>[];
  expect(checkpoints).toEqual([
    {
      id: expect.any(String),
      from: 4,
      to: 7,
      messages: { from: 0, to: 4 },
      status: 'active',
      summary: expect.stringMatching(/^Summary \d+$/),
      strategy: 'llm',
      mode: 'layered',
      supersedes: [],
      basis: 9,
      tokensBefore: 16,
      tokensAfter: expect.any(Number),
      createdAt: expect.stringMatching(/^\d{4}-/),
      summarizer: 'openai:gpt-4o-mini',
      refusal: null,
    },
  ]);
  const { segments } = await conversation.context();
  const [system, summary] = segments as unknown as Record<string, unknown>[];
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(system).toEqual({ event: expect.any(String), kind: 'message', role: 'system', tokens: 6, sha256 });
  expect(summary).toMatchObject({ event: checkpoints[0]?.['id'], kind: 'summary', role: 'user', sha256 });
});

test('a cut that the budget or the window forces is never in silence', async () => {
  const conversation = await begun();
  await conversation.say(...chat(0, 99));
  const whole = await conversation.context();
  expect([whole.body.messages.length, whole.degraded]).toEqual([99, []]);
  for (const [budget, code] of [
    [{ tokens: Math.floor(whole.tokens / 2) }, 'messages-cut'],
    [{ messages: 50 }, 'window-cut'],
  ] as const) {
    const { body, degraded } = await conversation.context({ budget });
    expect(body.messages.length).toBeLessThan(99);
    expect(degraded.map((notice) => notice.code)).toEqual([code]);
  }
});

test('state and doctor say why a conversation was or was not reduced: above 50 messages a summary is worth having', async () => {
  const plain = new ConversationClient(services.url);
  const hints = async ({ id }: ConversationClient): Promise<string[]> => {
    const { body } = await call<{ hints: { code: string }[] }>(
      services.url,
      'GET',
      `/v1/conversations/${id}`,
    );
    return body.hints.map(({ code }) => code);
  };
  await plain.say(...chat(0, 50));
  expect(await hints(plain)).not.toContain('summarise');
  await plain.say(...chat(50, 1));
  expect(await hints(plain)).toContain('summarise');
  const open = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
  const stuck = await begun({ preset: 'agentkit', summarization: { triggerAt: 6, keepRecent: 2 } });
  const results = Array.from({ length: 6 }, (_, at) => ({
    role: 'tool',
    tool_call_id: `r${at}`,
    content: 'r',
  }));
  const calls = [open, ...results.map(({ tool_call_id: id }) => ({ ...open, id }))];
  await stuck.say({ role: 'assistant', content: null, tool_calls: calls }, ...results);
  expect(await hints(stuck)).toEqual(['open-group']);
  type Doctor = { checks: { check: string; detail: string }[] };
  const doctor = (await call<Doctor>(services.url, 'GET', '/v1/doctor')).body;
  expect(doctor.checks.find(({ check }) => check === 'reduction')?.detail).toMatch(
    new RegExp(`^1 conversation .* more than 50 live messages .*newest: ${plain.id}: 51 live messages`),
  );
});
