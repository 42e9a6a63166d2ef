import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, ConversationClient, type Message } from '../support/conversation-client';
import { startServices, type RunningServices } from '../support/services';

jest.setTimeout(120_000);

interface Receipt {
  readonly plugins: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly reason: string | null;
    readonly version: string | null;
    readonly effects: readonly object[];
  }[];
}

let folder: string;
let services: RunningServices;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugins-'));
  const env = { VERBATIM_PLUGINS: folder, VERBATIM_PLUGINS_MILLISECONDS: '2000' };
  services = await startServices({ env });
});

afterAll(async () => {
  await services.stop();
  await rm(folder, { recursive: true });
});

const fileOf = (name: string): string => join(folder, `plugin_history_${name}.mjs`);

const put = (name: string, body: string): Promise<void> =>
  writeFile(
    fileOf(name),
    `export default { name: '${name}', process(history, session, model) { ${body} } };`,
  );

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

async function conversationUnder(plugins: readonly unknown[], ...messages: readonly Message[]) {
  const conversation = new ConversationClient(services.url);
  await conversation.assign({ plugins });
  await conversation.say(...messages);
  return conversation;
}

async function receiptOf(callId: string): Promise<Receipt> {
  return (await call<Receipt>(services.url, 'GET', `/v1/calls/${callId}`)).body;
}

async function expectProven(callId: string): Promise<void> {
  const { body } = await call<object>(services.url, 'GET', `/v1/calls/${callId}/verify`);
  expect(body).toMatchObject({ segments: 'ok', fold: 'ok', differences: [] });
}

describe('shipped plugins', () => {
  it('role-pair-enforcer: [a,u1,u2,a1,a2,u3] is served as [u1,a1,u3], and joined with merge', async () => {
    const messages = [assistant('a'), user('u1'), user('u2'), assistant('a1'), assistant('a2'), user('u3')];
    const first = { name: 'role-pair-enforcer', options: { merge: false } };
    const kept = await (await conversationUnder([first], ...messages)).context();
    expect(kept.body.messages).toEqual([user('u1'), assistant('a1'), user('u3')]);
    expect(kept.losses.map(({ code }) => code)).toEqual(Array(3).fill('plugin-dropped'));
    const joined = await (await conversationUnder(['default', 'role-pair-enforcer'], ...messages)).context();
    expect(joined.body.messages).toEqual([user('u1\n\nu2'), assistant('a1\n\na2'), user('u3')]);
    expect(joined.degraded).toEqual([]);
    for (const { callId } of [kept, joined]) await expectProven(callId);
  });

  it('token-budget: 24,003 characters stay, 24,004 drop the oldest, one message over it is cut', async () => {
    const budget = [{ name: 'token-budget', options: { estimate: 'chars4' } }];
    const text = (length: number): string => 'word '.repeat(10_000).slice(0, length);
    const of = async (...lengths: number[]) => {
      const messages = lengths.map((length, at) => (at % 2 === 0 ? user : assistant)(text(length)));
      const served = await (await conversationUnder(budget, ...messages)).context();
      await expectProven(served.callId);
      return served.body.messages.map(({ content }) => String(content).length);
    };
    expect(await of(8000, 8000, 8003)).toEqual([8000, 8000, 8003]);
    expect(await of(8000, 8000, 8004)).toEqual([8000, 8004]);
    const [cut = 0, ...others] = await of(30_000);
    expect(others).toEqual([]);
    expect(cut).toBeGreaterThan(20_000);
    expect(cut).toBeLessThanOrEqual(24_003);
  });
});

describe("a user's plugin", () => {
  it('is found while running, named once, and named as unknown before', async () => {
    const assign = (plugins: readonly unknown[]) =>
      call<{ code: string }>(services.url, 'PUT', '/v1/policies/with-found', { plugins });
    expect(await assign(['found'])).toMatchObject({ status: 422, body: { code: 'plugin-unknown' } });
    await put('found', 'return history');
    expect((await assign(['found'])).status).toBe(202);
    expect(await assign(['found', 'found'])).toMatchObject({ status: 409, body: { code: 'plugin-exists' } });
    const { body } = await call<{ items: object[] }>(services.url, 'GET', '/v1/plugins');
    expect(body.items).toEqual([
      {
        name: 'default',
        source: 'shipped',
        file: null,
        version: expect.stringMatching(/^engine-/),
        hooks: null,
        problem: null,
        code: null,
      },
      {
        name: 'found',
        source: 'file',
        file: 'plugin_history_found.mjs',
        version: expect.stringMatching(/^[0-9a-f]{64}$/),
        hooks: ['process'],
        problem: null,
        code: null,
      },
      expect.objectContaining({ name: 'role-pair-enforcer', source: 'shipped' }),
      expect.objectContaining({ name: 'token-budget', source: 'shipped' }),
    ]);
  });

  it('may be a function of its options; available, it acts only in the chain; a second file of its name is refused', async () => {
    const source = (text: string) => `module.exports = ({ drop }) => ({
      name: 'dropper',
      process: (history) => history.filter((e) => e.text !== drop).map((e) => ({ ...e${text} })),
    });`;
    await writeFile(join(folder, 'plugin_history_dropper.js'), source(''));
    const said = [user('one'), assistant('two'), user('three')];
    const [first] = [await conversationUnder([{ name: 'dropper', options: { drop: 'two' } }], ...said)];
    const without = await conversationUnder(['default'], ...said);
    expect((await without.context()).body.messages).toEqual(said);
    expect((await receiptOf((await without.context()).callId)).plugins.map(({ name }) => name)).toEqual([
      'default',
    ]);
    expect((await first.context()).body.messages).toEqual([user('one'), user('three')]);
    await writeFile(fileOf('dropper'), source(", text: 'x'"));
    await put('token-budget', 'return []');
    const { body } = await call<{ items: { file: string | null; problem: string | null }[] }>(
      services.url,
      'GET',
      '/v1/plugins',
    );
    const problem = (file: string) => body.items.find((item) => item.file === file)?.problem;
    expect(problem('plugin_history_dropper.js')).toBeNull();
    expect(problem('plugin_history_dropper.mjs')).toBe(
      'refused: the plugin dropper is plugin_history_dropper.js already',
    );
    expect(problem('plugin_history_token-budget.mjs')).toBe(
      'refused: the plugin token-budget comes with the service',
    );
    expect((await first.context()).body.messages).toEqual([user('one'), user('three')]);
    await Promise.all(['dropper', 'token-budget'].map((name) => unlink(fileOf(name))));
  });

  it('is proven without its code: after its file was changed, and after it was deleted', async () => {
    await put(
      'own',
      "return history.filter((e) => e.text !== 'two').map((e) => e.text === 'three!' ? { ...e, text: 'three' } : e)",
    );
    const conversation = await conversationUnder(['own'], user('one'), assistant('two'), user('three!'));
    const served = await conversation.context();
    expect(served.body.messages).toEqual([user('one'), user('three')]);
    expect(served.losses).toEqual([
      expect.objectContaining({ code: 'plugin-dropped' }),
      expect.objectContaining({ code: 'plugin-cut' }),
    ]);
    const { plugins } = await receiptOf(served.callId);
    expect(plugins.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['default', 'unchanged'],
      ['own', 'applied'],
    ]);
    expect(JSON.stringify(plugins)).not.toContain('three');
    await expectProven(served.callId);
    await put('own', 'return history');
    await expectProven(served.callId);
    const unchanged = await conversation.context();
    expect(unchanged.body.messages).toHaveLength(3);
    await unlink(fileOf('own'));
    await expectProven(served.callId);
    const missing = await conversation.context();
    expect(missing.body.messages).toHaveLength(3);
    expect(missing.degraded).toEqual([
      {
        code: 'plugin-failed',
        detail: expect.stringContaining('the plugin own was left out: the plugins folder'),
      },
    ]);
    for (const { callId } of [unchanged, missing]) await expectProven(callId);
  });

  it.each<[string, string, string]>([
    ['throws', "throw new Error('no')", 'it threw Error: no'],
    ['hangs', 'for (;;);', 'it took longer than 2000 ms'],
    ['never-answers', 'return new Promise(() => {})', 'it took longer than 2000 ms'],
    ['mutates', "history[0].text = 'x'; return history", 'it tried to change its input'],
    ['garbage', 'return { messages: [] }', 'it returned object, not a list'],
    ['splits', 'return history.map((e) => ({ ...e, messages: e.messages.slice(1) }))', 'split'],
    ['exits', 'process.exit()', 'it ended its process'],
    ['out-of-memory', 'let list = [1]; for (;;) list = list.concat(list)', 'it (ended|took)'],
  ])('that %s is named, and the context served without it', async (name, body, reason) => {
    await put(name, body);
    const toolCall = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
    const messages = [
      user('one'),
      { role: 'assistant', content: null, tool_calls: [toolCall] },
      { role: 'tool', tool_call_id: 'c', content: 'seen' },
      assistant('two'),
      user('three'),
    ];
    const conversation = await conversationUnder([name, 'role-pair-enforcer'], ...messages);
    const { callId, body: served, degraded } = await conversation.context();
    expect(served.messages).toEqual(messages);
    expect(degraded).toEqual([
      {
        code: 'plugin-failed',
        detail: expect.stringMatching(new RegExp(`^the plugin ${name} was left out: .*${reason}`)),
      },
    ]);
    const { plugins } = await receiptOf(callId);
    expect(plugins.map(({ outcome }) => outcome)).toEqual(['unchanged', 'failed', 'unchanged']);
    await expectProven(callId);
    await unlink(fileOf(name));
    await expectProven(callId);
  });

  it('is told of a switch of the model by every context that follows', async () => {
    const source = `export default {
      name: 'switch',
      process: (history) => history,
      onModelSwitch: (session, from, to) => session.history.filter((e) => e.text !== \`to \${to.id}\`),
    };`;
    await writeFile(fileOf('switch'), source);
    const conversation = await conversationUnder(
      ['switch'],
      user('to gpt-4o-mini'),
      assistant('yes'),
      user('now'),
    );
    expect((await conversation.context()).body.messages).toHaveLength(3);
    const path = `/v1/conversations/${conversation.id}/model`;
    const switched = await call<{ cursor: string }>(services.url, 'POST', path, { model: 'gpt-4o-mini' });
    expect(switched.status).toBe(202);
    for (const model of ['gpt-4o-mini', 'gpt-4o']) {
      const { callId, body } = await conversation.context({ model, after: switched.body.cursor });
      expect(body.messages).toEqual([assistant('yes'), user('now')]);
      await expectProven(callId);
    }
  });
});
