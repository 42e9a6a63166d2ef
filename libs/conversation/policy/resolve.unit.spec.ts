import { resolvePolicy } from './resolve';
import { agentkitHistory, historyOf, windowOnly } from './testing/resolved';

describe('a document without a preset', () => {
  it('is window-only with every default, and so is the preset of that name', () => {
    expect(resolvePolicy({})).toEqual(windowOnly);
    expect(resolvePolicy({ preset: 'window-only' })).toEqual(windowOnly);
  });

  it('takes the numbers of AgentKit for a history that is written without numbers', () => {
    expect(resolvePolicy({ history: { kind: 'checkpoints' } })).toEqual({
      ...windowOnly,
      history: { ...agentkitHistory, mergeSummariesAt: 8 },
    });
  });

  it.each([
    ['messages', { triggerAt: 100, keepRecent: 10, retriggerAt: 20 }],
    ['tokens', { triggerAt: 9001, keepRecent: 8000, retriggerAt: 9001 }],
    ['share', { triggerAt: 0.7, keepRecent: 0.35, retriggerAt: 0.7 }],
  ])('fills the thresholds of a history that counts %s', (unit, numbers) => {
    expect(historyOf({ history: { unit } })).toMatchObject({ unit, ...numbers });
  });

  it.each([
    ['the oldest half of eight layered summaries into one', {}, 8],
    ['as written', { mergeSummariesAt: 3 }, 3],
    ['never where 0 is written', { mergeSummariesAt: 0 }, 0],
    ['never in mode single', { mode: 'single' }, 0],
    ['never where there are no summaries', { summary: 'none' }, 0],
  ])('merges %s', (_case, history, merge) => {
    expect(historyOf({ history }).mergeSummariesAt).toBe(merge);
  });

  it('takes the constants of SPEC 5 for a history of tiers', () => {
    expect(resolvePolicy({ history: { kind: 'tiers' } }).history).toEqual(
      resolvePolicy({ preset: 'agent-zero' }).history,
    );
  });

  it('takes sessions, obligations and the least that a summary carries as written', () => {
    const policy = resolvePolicy({
      sessions: { max: 7 },
      obligations: false,
      history: { leastCarried: 0.6 },
    });
    expect(policy).toMatchObject({ sessions: { max: 7, idleTimeoutMinutes: 60 }, obligations: false });
    expect(policy.history?.leastCarried).toBe(0.6);
  });

  it('keeps what is written of window and encoding and fills the rest', () => {
    const policy = resolvePolicy({
      encoding: 'cl100k_base',
      window: { maxTokens: 8000, reservedOutput: 512, cutStep: 0 },
    });
    expect(policy.encoding).toBe('cl100k_base');
    expect(policy.window).toEqual({ maxMessages: 200, maxTokens: 8000, reservedOutput: 512, cutStep: 0 });
  });

  it('reads null as off, and as the default where a part cannot be off', () => {
    expect(resolvePolicy({ history: null, toolResults: null, window: null, plugins: null })).toEqual(
      windowOnly,
    );
  });
});

describe('tool results', () => {
  const defaults = {
    keepRecent: 0,
    placeholder: '[Omitted]',
    clearAtLeast: 0,
    protectUnread: true,
    compaction: null,
  };

  it.each([
    [{}, defaults],
    [{ preset: 'browser' }, { ...defaults, keepRecent: 1 }],
    [{ preset: 'react' }, { ...defaults, keepRecent: 5 }],
    [{ preset: 'chat' }, { ...defaults, keepRecent: 5 }],
    [
      { preset: 'browser', keepRecent: 3 },
      { ...defaults, keepRecent: 3 },
    ],
    [
      { keepRecent: 2, placeholder: '{ref}', clearAtLeast: 500, protectUnread: false },
      { keepRecent: 2, placeholder: '{ref}', clearAtLeast: 500, protectUnread: false, compaction: null },
    ],
    [
      { keepRecent: 2, compaction: { postRun: null, inRun: null } },
      { ...defaults, keepRecent: 2 },
    ],
    [{ enabled: false, keepRecent: 2 }, null],
  ])('%j resolve to %j', (toolResults, resolved) => {
    expect(resolvePolicy({ toolResults }).toolResults).toEqual(resolved);
  });

  const postRun = { mode: 'simple', truncationThreshold: 5000, startRun: 1, summarizer: null };
  const inRun = { ...postRun, truncationThreshold: 3000, startIter: 2, maxConcurrency: 4 };

  it.each([
    [
      { postRun: {}, inRun: {} },
      { postRun, inRun },
    ],
    [
      { postRun: { mode: 'auto', startRun: 3 } },
      { postRun: { ...postRun, mode: 'auto', startRun: 3 }, inRun: null },
    ],
    [
      { inRun: { truncationThreshold: 9, startIter: 1, maxConcurrency: 1 } },
      { postRun: null, inRun: { ...inRun, truncationThreshold: 9, startIter: 1, maxConcurrency: 1 } },
    ],
    [{ postRun: { enabled: false }, inRun: { enabled: false } }, null],
  ])('compaction %j resolves to %j', (compaction, resolved) => {
    expect(resolvePolicy({ toolResults: { compaction } }).toolResults?.compaction).toEqual(resolved);
  });
});

describe('the plugin chain', () => {
  it.each([[[]], [['default']], [[{ name: 'default' }]], [[{ name: 'default', options: {} }]]])(
    'of %j is default alone',
    (plugins) => {
      expect(resolvePolicy({ plugins }).plugins).toEqual([{ name: 'default', options: {} }]);
    },
  );

  it('has the shipped plugins, their options filled, with default first where it was left out', () => {
    const plugins = [{ name: 'token-budget', options: { tokenBudget: 5000 } }, 'role-pair-enforcer'];
    expect(resolvePolicy({ plugins }).plugins).toEqual([
      { name: 'default', options: {} },
      { name: 'token-budget', options: { tokenBudget: 5000, estimate: 'tokens' } },
      { name: 'role-pair-enforcer', options: { merge: true } },
    ]);
  });

  it('has the plugins that its caller knows, with options that are their own affair', () => {
    const mine = { name: 'mine', options: { any: ['thing'] } };
    expect(resolvePolicy({ plugins: [mine] }, { knownPlugins: ['mine'] }).plugins[1]).toEqual(mine);
  });
});

it('never changes the document', () => {
  const document = { preset: 'agentkit', history: { triggerAt: 50 }, plugins: ['default'] };
  const before = structuredClone(document);
  resolvePolicy(document);
  expect(document).toEqual(before);
});
