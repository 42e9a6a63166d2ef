import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Trial } from '../../apps/context-builder/trial/trial-schema';
import {
  call,
  ConversationClient,
  type Message,
  type Served,
  type State,
} from '../support/conversation-client';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(60_000);

let services: RunningServices;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugins-'));
  services = await startServices({ env: { VERBATIM_PLUGINS: folder } });
});

afterAll(async () => {
  await services.stop();
  await rm(folder, { recursive: true });
});

/** A turn of an agent: a question, two tool calls with long results, an answer. */
function turn(number: number): Message[] {
  const calls = ['a', 'b'].map((letter) => ({
    id: `call-${number}-${letter}`,
    type: 'function' as const,
    function: { name: 'look', arguments: `{"at":${number}}` },
  }));
  const results = calls.map(({ id }, index) => ({
    role: 'tool',
    tool_call_id: id,
    content: `Result ${number}.${index}: ${`order ORD-${number}${index} was sent on 2026-03-0${(number % 9) + 1}. `.repeat(12)}`,
  }));
  const asked = { role: 'user', content: `Question ${number}: where is order ORD-${number}0?` };
  const said = {
    role: 'assistant',
    content: `Answer ${number}: it was sent, see ORD-${number}0. `.repeat(4),
  };
  return [asked, { role: 'assistant', content: null, tool_calls: calls }, ...results, said] as Message[];
}

const turns = (count: number): Message[] => Array.from({ length: count }, (_, at) => turn(at)).flat();

/** A conversation under no policy of its own, with a call that a later prefix is measured by. */
async function conversation(messages = turns(8)): Promise<ConversationClient> {
  const made = new ConversationClient(services.url);
  await made.append([{ role: 'system', content: 'You help with orders.' }, ...messages]);
  await made.settled(messages.length + 1);
  await made.context();
  return made;
}

async function attempt(made: ConversationClient, request: object) {
  const path = `/v1/conversations/${encodeURIComponent(made.id)}/policy/try`;
  return call<Trial & { code: string; detail: string }>(services.url, 'POST', path, {
    model: 'gpt-4o',
    ...request,
  });
}

type Answered = Served & { readonly prefix: { readonly sameTokens: number; readonly sameBytes: number } };

/** What a trial says of a context, read off one that was really served. */
function figuresOf({ tokens, segments, prefix, body, degraded }: Answered) {
  return {
    tokens,
    messages: new Set(segments.map(({ event }) => event)).size,
    summaries: segments.filter(({ kind }) => kind === 'summary').length,
    omissions: body.messages.filter(
      ({ role, content }) => role === 'tool' && String(content).startsWith('[gone'),
    ).length,
    prefix,
    degraded,
  };
}

const summarised = { preset: 'agentkit', summarization: { triggerAt: 20, keepRecent: 8, retriggerAt: 12 } };

const policies: readonly [string, object, (shown: NonNullable<Trial['tried']['shown']>) => boolean][] = [
  ['summaries', summarised, ({ summaries }) => summaries === 1],
  [
    'omissions',
    { toolResults: { keepRecent: 3, placeholder: '[gone]' } },
    ({ omissions, summaries }) => omissions === 13 && summaries === 0,
  ],
  [
    'summaries, omissions and a plugin',
    {
      ...summarised,
      toolResults: { keepRecent: 1, placeholder: '[gone]' },
      plugins: [{ name: 'token-budget', options: { tokenBudget: 900 } }],
    },
    ({ summaries, omissions }) => summaries === 1 && omissions > 0,
  ],
  [
    'cuts without summaries',
    { history: { kind: 'checkpoints', summary: 'none', triggerAt: 20, keepRecent: 8, retriggerAt: 12 } },
    ({ cuts, summaries }) => cuts > 20 && summaries === 0,
  ],
  ['a short window', { window: { maxMessages: 6 } }, ({ cuts }) => cuts > 30],
  [
    'topics and bulks',
    {
      preset: 'agent-zero',
      contextLength: 1000,
      contextHistoryRatio: 0.5,
      limitRequests: null,
      limitInput: null,
      limitOutput: null,
    },
    ({ summaries, shortened }) => summaries + shortened > 0,
  ],
];

test.each(policies)(
  'a trial of %s says what is shown once the policy is assigned',
  async (_, document, isTold) => {
    const made = await conversation();
    const { status, body: trial } = await attempt(made, { document });
    expect([status, trial.work.complete]).toEqual([200, true]);
    const before = (await made.context()) as Answered;
    const { shown } = trial.tried;
    expect([isTold(shown ?? raise('nothing would be shown')), shown]).toEqual([true, shown]);
    expect(trial.now.shown).toMatchObject({ ...figuresOf(before), omissions: 0 });

    await made.assign(document);
    const { messages } = await made.state();
    await made.settled(
      messages,
      (state) => (state as State & { policy: { origin: string } }).policy.origin === 'assigned',
    );
    expect(shown).toMatchObject(figuresOf((await made.context()) as Answered));
    const published = (await made.journal()).filter(({ position }) => position > trial.position + 1);
    expect(trial.work.events).toBe(published.length);
    expect(trial.work.summaries.every(({ simulated }) => !simulated)).toBe(true);
  },
);

test('a trial changes nothing: no event, no receipt, no policy', async () => {
  const made = await conversation();
  const seen = async () => ({
    journal: await made.journal(),
    state: await made.state(),
    calls: (await call(services.url, 'GET', `/v1/conversations/${made.id}/calls`)).text,
    policies: (await call(services.url, 'GET', '/v1/policies')).text,
  });
  const before = await seen();
  expect((await attempt(made, { name: 'agentkit' })).status).toBe(200);
  expect((await attempt(made, { document: summarised })).status).toBe(200);
  expect(await seen()).toEqual(before);
});

test.each<[string, object, number, string, RegExp]>([
  ['an unknown policy', { name: 'nobody' }, 404, 'policy-not-found', /nobody/],
  ['no policy', {}, 400, 'request-invalid', /either `name` or `document`/],
  ['a name and a document', { name: 'agentkit', document: {} }, 400, 'request-invalid', /either/],
  [
    'a wrong document',
    { document: { window: { maxMessages: 0 } } },
    422,
    'policy-invalid',
    /window\.maxMessages/,
  ],
  ['an unknown model', { name: 'agentkit', model: 'gpt-44' }, 422, 'model-unknown', /gpt-44/],
])('a trial with %s is refused in words', async (_, request, status, code, detail) => {
  const made = await conversation(turns(1));
  const answer = await attempt(made, request);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.body.detail).toMatch(detail);
});

test('a trial says of ceilings, of settings without effect, and where no context could be made', async () => {
  const made = await conversation(turns(1));
  const of = async (document: object) => (await attempt(made, { document })).body;
  const { warnings } = await of({
    window: { maxMessages: 5000 },
    toolResults: { compaction: { postRun: {} } },
  });
  expect(warnings.map(({ code, detail }) => `${code}: ${detail}`)).toEqual([
    'window-ceiling: window.maxMessages is 5000; contexts show 200 messages at most (VERBATIM_WINDOW_CEILING)',
    expect.stringMatching(/^without-effect: toolResults\.compaction leaves the tool results before it/),
  ]);
  const { now, tried } = await of({ window: { maxTokens: 1 } });
  expect([now.problem, tried.shown, tried.problem?.code]).toEqual([null, null, 'budget-impossible']);
});

describe('a policy', () => {
  const request = (method: string, path: string, body?: object) =>
    call<{ code: string; detail: string; conversations: number; preset: boolean }>(
      services.url,
      method,
      path,
      body,
    );

  test('that is stored can be removed once; conversations keep it', async () => {
    await request('PUT', '/v1/policies/support', { preset: 'agentkit' });
    const made = await conversation(turns(1));
    await made.assign({ name: 'support' });
    await made.settled(6, (state) => JSON.stringify(state).includes('"name":"support"'));
    const { status, body } = await request('DELETE', '/v1/policies/support');
    expect([status, body]).toEqual([200, { name: 'support', preset: false, conversations: 1 }]);
    expect(JSON.stringify(await made.state())).toContain('"name":"support"');
    expect((await made.context()).degraded).toEqual([]);
    const again = await request('DELETE', '/v1/policies/support');
    expect([again.status, again.body.code]).toEqual([404, 'policy-not-found']);
  });

  test('that is the default or a preset cannot be removed; one that replaced a preset can', async () => {
    await request('PUT', '/v1/policies/mine', { preset: 'agentkit' });
    await request('PUT', '/v1/policies/default', { name: 'mine' });
    const chosen = await request('DELETE', '/v1/policies/mine');
    expect([chosen.status, chosen.body.code]).toEqual([409, 'policy-in-use']);
    expect(chosen.body.detail).toMatch(/make another one the default first/);
    await request('PUT', '/v1/policies/default', { name: 'window-only' });
    expect((await request('DELETE', '/v1/policies/mine')).status).toBe(200);

    const shipped = await request('DELETE', '/v1/policies/chainlite');
    expect([shipped.status, shipped.body.code]).toEqual([409, 'policy-shipped']);
    await request('PUT', '/v1/policies/chainlite', { preset: 'agentkit' });
    expect((await request('DELETE', '/v1/policies/chainlite')).body).toMatchObject({ preset: true });
    expect((await request('GET', '/v1/policies/chainlite')).text).toContain('"updatedAt":null');
  });

  test('that names a plugin that cannot be loaded is refused; one that named it before is served without it', async () => {
    const put = (name: string, body: string): Promise<void> =>
      writeFile(join(folder, `plugin_history_${name}.mjs`), body);
    const good = "export default { name: 'own', process: (history) => history };";
    await put('own', good);
    const made = await conversation(turns(1));
    await made.assign({ plugins: ['own'] });
    await made.settled(6, (state) => JSON.stringify(state).includes('"name":"own"'));
    expect((await made.context()).degraded).toEqual([]);

    await put('own', "export default {\n  name: 'own',\n  process( {\n};\n");
    const path = `/v1/conversations/${made.id}/policy`;
    const broken = await request('PUT', path, { plugins: ['own'] });
    expect([broken.status, broken.body.code]).toEqual([422, 'plugin-broken']);
    expect(broken.body.detail).toMatch(
      /^the plugin own cannot be used: SyntaxError.*plugin_history_own\.mjs:4/,
    );
    const added = await request('POST', '/v1/plugins/chain', { add: 'own' });
    expect([added.status, added.body.code]).toEqual([422, 'plugin-broken']);
    const unknown = await request('PUT', path, { plugins: ['nobody'] });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'plugin-unknown']);
    const served = await made.context();
    expect(served.degraded.map(({ code }) => code)).toEqual(['plugin-failed']);
    const { body } = await call<{ items: { name: string; code: string | null }[] }>(
      services.url,
      'GET',
      '/v1/plugins',
    );
    expect(body.items.map(({ name, code }) => [name, code])).toContainEqual(['own', 'plugin-syntax']);

    await put('own', good);
    expect((await request('PUT', path, { plugins: ['own'] })).status).toBe(202);
  });
});

test('what a plugin would be given is what the context shows, and leaves no receipt', async () => {
  const made = await conversation(turns(2));
  type Input = { chain: string[]; history: { id: string; tokens: number }[]; session: { model: string } };
  const path = `/v1/conversations/${made.id}/plugin-input`;
  const { body } = await call<Input>(services.url, 'GET', path);
  expect([body.chain, body.session.model]).toEqual([['default'], 'gpt-4o']);
  const { tokens, segments } = (await made.context()) as Answered;
  expect(body.history.reduce((sum, each) => sum + each.tokens, 3)).toBe(tokens);
  expect(segments.map(({ event }) => event)).toEqual(
    expect.arrayContaining(body.history.map(({ id }) => id)),
  );
  const calls = await call<{ items: object[] }>(services.url, 'GET', `/v1/conversations/${made.id}/calls`);
  expect(calls.body.items).toHaveLength(2);
});

function raise(problem: string): never {
  throw new Error(problem);
}
