import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiUnderTest } from '../testing/api-under-test';

const api = new ApiUnderTest();

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trying-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const element = (id: string, text: string, more: object = {}) => ({
  id,
  merged: [],
  kind: 'message',
  role: 'assistant',
  name: null,
  text,
  tokens: 10,
  required: false,
  plain: true,
  messages: [],
  ...more,
});

const input = {
  chain: ['default'],
  history: [
    element('m1', 'Thanks!'),
    element('m2', 'A very long answer\nin two lines'),
    element('m3', 'Now?', { role: 'user', required: true }),
  ],
  session: {
    tenant: 'default',
    conversation: 'chat',
    position: 3,
    model: 'gpt-4o',
    window: { messages: 200, tokens: 1000 },
    lastActive: '2026-01-01T00:00:00Z',
  },
  model: { id: 'gpt-4o', encoding: 'o200k_base', overhead: { perMessage: 4, perRequest: 3 } },
  models: null,
};

const plugin = (name: string, body: string): string =>
  `export default { name: '${name}', process(history) { ${body} } };`;

/** Time enough: what is slow is not what is tested. */
const PATIENT = ['--milliseconds', '20000'];

describe('plugins check', () => {
  test('says what a file is, without any service', async () => {
    const source = `export default ({ least = 1 }) => ({
      name: 'mine', process: (history) => history, onModelSwitch: ({ history }) => history });`;
    const path = await file('plugin_history_mine.mjs', source);
    const { code, out } = await api.verbatim('plugins', 'check', path);
    expect([code, api.asked]).toEqual([0, []]);
    expect(out).toBe(
      [
        'Plugin   mine',
        'File     plugin_history_mine.mjs',
        'Hooks    process, onModelSwitch',
        'Options  a function of its options',
        'Problem  none',
        '',
      ].join('\n'),
    );
  });

  test.each([
    [
      'plugin_history_x.mjs',
      'export default {\n  a: (\n};',
      "SyntaxError: Unexpected token '}' (plugin_history_x.mjs:3)",
    ],
    ['plugin_history_x.mjs', plugin('y', ''), 'its name is "y", its file says "x"'],
    ['history_x.mjs', plugin('x', ''), 'rename history_x.mjs to plugin_history_x.mjs'],
  ])('of %s with %j says what is wrong, and ends with 1', async (name, source, problem) => {
    const { code, out, err } = await api.verbatim('plugins', 'check', await file(name, source));
    expect([code, out, err]).toEqual([1, expect.stringContaining(problem), expect.stringContaining(problem)]);
  });

  test('shows what it would do to a conversation, by running it here', async () => {
    const body = `return history.slice(1).map((e) => e.id === 'm2' ? { ...e, text: e.text.slice(0, 6) } : e)`;
    const path = await file('plugin_history_mine.mjs', plugin('mine', body));
    api.answer = () => ({ body: JSON.stringify(input) });
    const words = ['plugins', 'check', path, '--on', 'chat', '--model', 'gpt-4o', ...PATIENT];
    const { code, out } = await api.verbatim(...words);
    expect([code, api.asked]).toEqual([0, ['GET /v1/conversations/chat/plugin-input?model=gpt-4o']]);
    expect(out).toMatch(/Elements +3 +2\n/);
    expect(out).toMatch(/Tokens +30 +16\n/);
    expect(out).toMatch(/left out +m1 +assistant +10 +Thanks!\n/);
    expect(out).toMatch(/shortened +m2 +assistant +10 +A very long answer in two lines\n/);
    const json = JSON.parse((await api.verbatim(...words, '--json')).out) as { on: { changes: object[] } };
    expect(json.on.changes).toHaveLength(2);
  });

  test.each([
    ["throw new Error('no')", 'it threw Error: no'],
    ["return history.filter(({ id }) => id !== 'm3')", 'it left out m3, which must be shown'],
  ])('a plugin that would be left out is a problem: %s', async (body, problem) => {
    const path = await file('plugin_history_mine.mjs', plugin('mine', body));
    api.answer = () => ({ body: JSON.stringify(input) });
    const { code, err } = await api.verbatim('plugins', 'check', path, '--on', 'chat', ...PATIENT);
    expect([code, err]).toEqual([1, `verbatim: ${path}: ${problem}\n`]);
  });
});

const shown = {
  tokens: 14_330,
  messages: 161,
  summaries: 0,
  omissions: 0,
  shortened: 0,
  cuts: 0,
  prefix: { sameTokens: 0, sameBytes: 0 },
  cost: { input: 0.035825, cached: 0.035825 },
  degraded: [],
};
const trial = {
  conversation: 'chat',
  position: 164,
  messages: 161,
  model: 'gpt-4o',
  target: 'openai-chat',
  now: { policy: { name: 'window-only', version: 'a' }, shown, problem: null },
  tried: {
    policy: { name: 'agentkit', version: 'b' },
    shown: {
      ...shown,
      tokens: 1286,
      messages: 11,
      summaries: 1,
      cost: { input: 0.003215, cached: 0.003215 },
    },
    problem: null,
  },
  work: {
    events: 1,
    summaries: [
      {
        purpose: 'checkpoint',
        messages: 151,
        summaries: 0,
        tokensBefore: 12_968,
        tokensAfter: 472,
        summarizer: 'openai:gpt-4o-mini',
        simulated: true,
        calls: 1,
        inputTokens: 13_400,
        outputTokens: 472,
      },
    ],
    llm: { calls: 1, inputTokens: 13_400, outputTokens: 472, cost: 0.0023 },
    complete: true,
  },
  warnings: [{ code: 'window-ceiling', detail: 'contexts show 200 messages at most' }],
  hints: [],
};

describe('policy try', () => {
  test('shows what is shown now beside what would be, and the work', async () => {
    api.answer = () => ({ body: JSON.stringify(trial) });
    const { code, out } = await api.verbatim('policy', 'try', 'agentkit', 'chat', '--model', 'gpt-4o');
    expect([code, api.asked]).toEqual([0, ['POST /v1/conversations/chat/policy/try']]);
    expect(JSON.parse(api.server.requests[0]?.body ?? '')).toEqual({ name: 'agentkit', model: 'gpt-4o' });
    expect(out).toMatch(/Input tokens +14,330 +1,286 +-13,044\n/);
    expect(out).toMatch(/of them summaries +0 +1 +\+1\n/);
    expect(out).toMatch(/Input cost of a call +\$0\.0358 +\$0\.0032\n/);
    expect(out).toMatch(/Their tokens, about +13,400 in, 472 out\n/);
    expect(out).toMatch(/checkpoint +151 +12,968 +472 +openai:gpt-4o-mini +yes\n/);
    expect(out).toContain('Simulated: no model was asked');
    expect(out).toContain('\nWarnings\ncontexts show 200 messages at most\n');
  });

  test('takes a file as a document, in YAML too', async () => {
    api.answer = () => ({ body: JSON.stringify(trial) });
    await api.verbatim('policy', 'try', await file('mine.yaml', 'preset: agentkit\n'), 'chat');
    expect(JSON.parse(api.server.requests[0]?.body ?? '')).toEqual({ document: { preset: 'agentkit' } });
    const { code, err } = await api.verbatim('policy', 'try', join(folder, 'none.json'), 'chat');
    expect([code, err]).toEqual([1, expect.stringContaining('cannot be read')]);
  });
});

test('policy remove says who keeps it', async () => {
  api.answer = () => ({ body: '{"name":"support","preset":false,"conversations":1200}' });
  const { out } = await api.verbatim('policy', 'remove', 'support');
  expect(api.asked).toEqual(['DELETE /v1/policies/support']);
  expect(out).toBe(
    'Removed support.\nIt stays in force in 1,200 of the conversations: their journal holds all of it.\n',
  );
});
