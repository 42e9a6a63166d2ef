import { createHash } from 'node:crypto';
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fitContext, type ModelSwitch, type Policy } from '@verbatim/conversation';
import {
  assistant,
  contextOptions,
  foldAll,
  lines,
  modelEntry,
  pluginSession as session,
  roomy,
  toolLoop,
  user,
  viewOf,
} from '@verbatim/conversation/testing';
import { PluginRunner } from '@verbatim/history-plugins';
import { HistoryChain, type PluginOutcome } from './history-chain';
import { PluginDirectory } from './plugin-directory';

/** Time enough where time is not what is tested. */
const LONG_MS = 20_000;

const conversation = foldAll([
  ...toolLoop(2),
  assistant('done'),
  user('more'),
  assistant('yes'),
  user('now'),
]);
const view = viewOf(conversation);
const model = modelEntry();
const whole = lines(fitContext(view, contextOptions({})));

let folder: string;
let directory: PluginDirectory;
let runner: PluginRunner;

beforeAll(() => {
  runner = new PluginRunner(LONG_MS);
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugins-'));
  directory = new PluginDirectory(folder);
});

afterEach(() => rm(folder, { recursive: true }));

afterAll(() => runner.onApplicationShutdown());

const put = (file: string, source: string): Promise<void> =>
  writeFile(join(folder, `plugin_history_${file}`), source);

const plugin = (name: string, body: string): string =>
  `export default { name: '${name}', process(history, session, model) { ${body} } };`;

interface Run {
  readonly by?: PluginRunner;
  readonly modelSwitch?: ModelSwitch | null;
}

async function through(links: readonly (string | Policy['plugins'][number])[], run: Run = {}) {
  const chain = ['default', ...links].map((link) =>
    typeof link === 'string' ? { name: link, options: {} } : link,
  );
  const { head } = conversation;
  const document = { ...head.policy.document, plugins: chain };
  const { view: left, outcomes } = await new HistoryChain(directory, run.by ?? runner).run(
    view,
    { ...head, policy: { ...head.policy, document }, modelSwitch: run.modelSwitch ?? null },
    { model: { requested: model.id, entry: model }, ...contextOptions({}) },
  );
  return { outcomes, context: fitContext(left, contextOptions({})) };
}

function outline({ outcome, reason }: PluginOutcome): string {
  return reason === null ? outcome : `${outcome}: ${reason}`;
}

describe('a plugin of a user', () => {
  it('leaves out, shortens and joins; its file is its version', async () => {
    const source = plugin('own', "return history.filter(({ text }) => text !== 'done' && text !== 'yes')");
    await put('own.mjs', source);
    const { outcomes, context } = await through(['own']);
    expect(lines(context)).toEqual(whole.filter((line) => !/done|yes/.test(line)));
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(outcomes).toEqual([
      {
        name: 'own',
        outcome: 'applied',
        reason: null,
        version: sha256(source),
        optionsSha256: sha256('{}'),
        effects: [{ dropped: ['e6', 'e8'], cut: [], merged: [] }],
      },
    ]);
    expect(context.losses.map(({ code, event }) => [code, event])).toEqual([
      ['plugin-dropped', 'e6'],
      ['plugin-dropped', 'e8'],
    ]);
  });

  it('is unchanged where it returns what it was given, also as copies', async () => {
    await put('same.mjs', plugin('same', 'return history'));
    await put('copy.mjs', plugin('copy', 'return history.map((element) => ({ ...element }))'));
    const { outcomes, context } = await through(['same', 'copy']);
    expect(outcomes.map(outline)).toEqual(['unchanged', 'unchanged']);
    expect(lines(context)).toEqual(whole);
  });

  it('may be CommonJS or a module in a .js file, and a function of its options', async () => {
    const made = (name: string): string =>
      `({ least }) => ({ name: '${name}', process: (history) => history.filter((e) => e.required || e.text.length >= least) })`;
    await put('script.js', `module.exports = ${made('script')}`);
    await put('module.js', `import 'node:util'; export default ${made('module')}`);
    for (const name of ['script', 'module']) {
      const { outcomes, context } = await through([{ name, options: { least: 5 } }]);
      expect(outcomes.map(outline)).toEqual(['applied']);
      expect(lines(context)).toEqual([...whole.slice(1, 5), 'user: now']);
    }
  });

  it('may answer with a promise', async () => {
    await put('later.mjs', plugin('later', 'return Promise.resolve(history.slice(1))'));
    expect((await through(['later'])).outcomes.map(outline)).toEqual(['applied']);
  });

  it('sees the session and the model, and never the environment', async () => {
    const body = `
      const { history: own, ...rest } = session;
      const seen = { ...rest, same: own === history, budget: model.maxContext.tokens, env: Object.keys(process.env) };
      throw JSON.stringify(seen);`;
    await put('seen.mjs', plugin('seen', body));
    const [outcome] = (await through(['seen'])).outcomes;
    expect(JSON.parse(outcome?.reason?.replace('it threw ', '') ?? '')).toEqual({
      tenant: 't',
      conversation: 'c',
      position: conversation.head.position,
      model: model.id,
      window: { messages: roomy.messages, tokens: roomy.tokens },
      lastActive: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      same: true,
      budget: model.maxContext.tokens,
      env: [],
    });
  });

  it('works on what the plugin before it left', async () => {
    await put('first.mjs', plugin('first', "return history.filter(({ text }) => text !== 'yes')"));
    const { outcomes, context } = await through(['first', 'role-pair-enforcer']);
    expect(outcomes.map(outline)).toEqual(['applied', 'applied']);
    expect(lines(context).at(-1)).toBe('user: more\n\nnow');
  });

  it('is loaded again when its file changes', async () => {
    await put('new.mjs', plugin('new', 'return history'));
    const [before] = (await through(['new'])).outcomes;
    await put('new.mjs', plugin('new', 'return history.slice(1)'));
    const [after] = (await through(['new'])).outcomes;
    expect([before?.outcome, after?.outcome]).toEqual(['unchanged', 'applied']);
    expect(after?.version).not.toBe(before?.version);
  });
});

describe('a plugin that fails is left out with the reason, and the next one runs', () => {
  it.each<[string, string, string]>([
    ['throws', "throw new Error('no')", 'it threw Error: no'],
    ['throws what is no error', 'throw 5', 'it threw 5'],
    ['rejects', "return Promise.reject(new Error('late'))", 'it threw Error: late'],
    ['sorts its input', 'return history.sort()', 'it tried to change its input: TypeError'],
    ['adds to its input', 'history.push({}); return history', 'it tried to change its input: TypeError'],
    [
      'changes an element',
      "history[0].text = 'x'; return history",
      'it tried to change its input: TypeError',
    ],
    ['changes the session', 'session.window.tokens = 1; return history', 'it tried to change its input'],
    ['deletes from the model', 'delete model.id; return history', 'it tried to change its input: TypeError'],
    ['returns nothing', '', 'it returned undefined, not a list'],
    ['returns an object', 'return { history }', 'it returned object, not a list'],
    ['returns unknown elements', "return [{ ...history[0], id: 'x' }]", 'which it was not given'],
    ['returns numbers as elements', 'return [0, 1, 2, 3, 4, 5, 6]', 'element 0 is a value of type number'],
    ['returns functions', 'return [() => 5]', 'no element of a history'],
    ['returns a circle', 'const a = []; a.push(a); return a', 'it threw TypeError: Converting circular'],
    ['splits a group', 'return history.map((e) => ({ ...e, messages: e.messages.slice(1) }))', 'split'],
    ['reorders', 'return history.toReversed()', 'out of its order'],
    ['drops the newest user message', 'return history.slice(0, -1)', 'which must be shown'],
    ['returns a huge list', 'return Array(1e6).fill(history[0])', 'it returned 1000000 elements'],
    ['returns a huge text', "return [{ ...history[0], text: 'x'.repeat(1e7) }]", 'characters of JSON'],
    ['ends its process', 'process.exit(3)', 'it ended its process (exit code 3)'],
    ['kills its process', 'process.abort()', 'it ended its process (SIGABRT)'],
    [
      'takes all memory at once',
      'let list = [1]; for (;;) list = list.concat(list)',
      'it ended its process (SIGABRT), or took more than 128 MB',
    ],
    ['takes all memory', 'const all = []; for (;;) all.push({ all: {} })', 'it ended its process (SIGABRT)'],
  ])('one that %s', async (_, body, reason) => {
    await put('bad.mjs', plugin('bad', body));
    const { outcomes, context } = await through(['bad', 'role-pair-enforcer']);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['failed', 'unchanged']);
    expect(outcomes[0]?.reason).toContain(reason);
    expect(lines(context)).toEqual(whole);
    expect(context.degraded).toEqual([
      { code: 'plugin-failed', detail: `the plugin bad was left out: ${outcomes[0]?.reason}` },
    ]);
    expect(context.losses).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['syntax', 'export default {', 'it threw SyntaxError'],
    [
      'no default export',
      'export const name = "bad"',
      'its default export is neither a plugin nor a function',
    ],
    ['no process', "export default { name: 'bad' }", 'its process is no function'],
    ['another name', plugin('good', 'return history'), 'its name is "good", its file says "bad"'],
    ['a throw at its top', "throw new Error('top')", 'it threw Error: top'],
    ['a relative import', "import './other.mjs'; export default {}", 'it threw TypeError'],
    ['options that it does not take', "export default () => { throw new Error('which?') }", 'Error: which?'],
  ])('a file with %s', async (_, source, reason) => {
    await put('bad.mjs', source);
    const { outcomes } = await through(['bad']);
    expect(outcomes.map(outline)).toEqual([expect.stringContaining(`failed: ${reason}`.slice(0, 7))]);
    expect(outcomes[0]?.reason).toContain(reason);
  });

  it('one that has no file', async () => {
    const { outcomes, context } = await through(['gone']);
    expect(outcomes.map(outline)).toEqual([
      'failed: the plugins folder holds none of plugin_history_gone.js, plugin_history_gone.mjs, plugin_history_gone.ts',
    ]);
    expect(outcomes[0]?.version).toBeNull();
    expect(lines(context)).toEqual(whole);
  });

  it.each<[string, string]>([
    ['loops', 'for (;;);'],
    ['loops over promises', 'return (async () => { for (;;) await null; })()'],
    ['never answers', 'return new Promise(() => {})'],
    ['matches without end', "return /^(a+)+$/.test('a'.repeat(60) + '!') && history"],
  ])('one that %s', async (_, body) => {
    await put('bad.mjs', plugin('bad', body));
    const impatient = new PluginRunner(300);
    try {
      const { outcomes, context } = await through(['bad', 'role-pair-enforcer'], { by: impatient });
      expect(outcomes.map(outline)).toEqual(['failed: it took longer than 300 ms', 'unchanged']);
      expect(lines(context)).toEqual(whole);
    } finally {
      impatient.onApplicationShutdown();
    }
  });

  it('after any of them the next call works', async () => {
    await put('bad.mjs', plugin('bad', 'process.exit()'));
    await put('good.mjs', plugin('good', 'return history.slice(1)'));
    for (let round = 0; round < 3; round += 1) {
      const { outcomes } = await through(['bad', 'good']);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['failed', 'applied']);
    }
  });
});

it('shipped plugins need no process: one that hangs elsewhere does not keep them waiting', async () => {
  const closed = new PluginRunner(LONG_MS);
  closed.onApplicationShutdown();
  const { outcomes } = await through(['role-pair-enforcer', 'token-budget'], { by: closed });
  expect(outcomes.map(outline)).toEqual(['unchanged', 'unchanged']);
});

it('what a plugin prints goes nowhere', async () => {
  const body = "console.log('x'.repeat(1e6)); console.error('y'.repeat(1e6)); return history.slice(1)";
  await put('loud.mjs', plugin('loud', body));
  expect((await through(['loud'])).outcomes.map(outline)).toEqual(['applied']);
});

describe('a switch of the model', () => {
  const modelSwitch: ModelSwitch = { position: 4, from: null, to: modelEntry({ id: 'new' }) };

  it('is told before process, which works on what that left', async () => {
    const source = `export default {
      name: 'switch',
      process: (history) => history.filter(({ text }) => text !== 'done'),
      onModelSwitch: (session, from, to) => session.history.filter(({ text }) => from !== null || to.id !== 'new' || text !== 'yes'),
    }`;
    await put('switch.mjs', source);
    const { outcomes } = await through(['switch'], { modelSwitch });
    expect(outcomes[0]?.effects).toEqual([
      { dropped: ['e8'], cut: [], merged: [] },
      { dropped: ['e6'], cut: [], merged: [] },
    ]);
    const without = await through(['switch']);
    expect(without.outcomes[0]?.effects).toEqual([{ dropped: ['e6'], cut: [], merged: [] }]);
  });

  it('is passed over by a plugin without the function', async () => {
    await put('plain.mjs', plugin('plain', 'return history.slice(1)'));
    const { outcomes } = await through(['plain', 'token-budget'], { modelSwitch });
    expect(outcomes.map(outline)).toEqual(['applied', 'unchanged']);
  });

  it('that a plugin fails at leaves it out altogether', async () => {
    const source =
      "export default { name: 'bad', process: (h) => h.slice(1), onModelSwitch() { throw new Error('no') } }";
    await put('bad.mjs', source);
    const { outcomes, context } = await through(['bad'], { modelSwitch });
    expect(outcomes.map(outline)).toEqual(['failed: it threw Error: no']);
    expect(lines(context)).toEqual(whole);
  });
});

describe('the plugins folder', () => {
  const files = async () =>
    (await directory.available()).flatMap(({ file, name, problem }) => (file ? [[name, file, problem]] : []));

  it('need not be there', async () => {
    const none = new PluginDirectory(join(folder, 'none'));
    expect(await none.names()).toEqual(['default', 'token-budget', 'role-pair-enforcer']);
  });

  it('is looked at again at every use', async () => {
    expect(await files()).toEqual([]);
    await put('one.mjs', plugin('one', 'return history'));
    expect(await directory.names()).toEqual(['default', 'token-budget', 'role-pair-enforcer', 'one']);
    await unlink(join(folder, 'plugin_history_one.mjs'));
    expect(await files()).toEqual([]);
  });

  it('refuses a second file of a name, whichever comes later, and the names of shipped ones', async () => {
    await put('one.mjs', plugin('one', 'return history'));
    await put('two.js', "module.exports = { name: 'two', process: (history) => history }");
    expect(await directory.names()).toEqual(expect.arrayContaining(['one', 'two']));
    await put('one.js', 'module.exports = {}');
    await put('two.mjs', plugin('two', 'return history'));
    await put('default.mjs', plugin('default', 'return history'));
    await writeFile(join(folder, 'README.md'), 'no plugin');
    expect(await files()).toEqual([
      ['default', 'plugin_history_default.mjs', 'refused: the plugin default comes with the service'],
      ['one', 'plugin_history_one.js', 'refused: the plugin one is plugin_history_one.mjs already'],
      ['one', 'plugin_history_one.mjs', null],
      ['two', 'plugin_history_two.js', null],
      ['two', 'plugin_history_two.mjs', 'refused: the plugin two is plugin_history_two.js already'],
    ]);
    expect((await through(['one'])).outcomes.map(outline)).toEqual(['unchanged']);
  });

  it('takes TypeScript where Node can load it', async () => {
    await put(
      'typed.ts',
      'const name: string = "typed"; export default { name, process: (h: object[]) => h.slice(1) };',
    );
    const { outcomes } = await through(['typed']);
    const canLoad = 'stripTypeScriptTypes' in process.getBuiltinModule('node:module');
    const refused = 'failed: refused: this version of Node loads no TypeScript';
    expect(outcomes.map(outline)).toEqual([canLoad ? 'applied' : refused]);
  });
});

it('a tenant whose plugin hangs does not keep the others waiting for all of its calls', async () => {
  await put('hang.mjs', plugin('hang', 'for (;;);'));
  await put('good.mjs', plugin('good', 'return history.slice(1)'));
  const fair = new PluginRunner(300);
  const order: string[] = [];
  const call = async (tenant: string, name: string): Promise<void> => {
    const file = await directory.load(name);
    if ('problem' in file) throw new Error(file.problem);
    const job = {
      name,
      file,
      options: {},
      call: 'process' as const,
      session,
      model,
      models: { old: null, new: null },
    };
    await fair.run(tenant, job);
    order.push(tenant);
  };
  const hanging = Array.from({ length: 8 }, () => call('hanging', 'hang'));
  await Promise.all([...hanging, call('other', 'good')]);
  expect(order.indexOf('other')).toBeLessThanOrEqual(4);
  fair.onApplicationShutdown();
});
