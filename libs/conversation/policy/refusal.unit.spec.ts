import { VerbatimError } from '../errors';
import { resolvePolicy } from './resolve';

interface Refusal {
  code: string;
  problems: { path: string; problem: string }[];
}

function refusal(document: unknown): Refusal {
  try {
    resolvePolicy(document);
  } catch (error) {
    if (!(error instanceof VerbatimError)) throw error;
    return { code: error.code, problems: error.details['problems'] as Refusal['problems'] };
  }
  throw new Error('the document was accepted');
}

const invalid = (document: unknown) => {
  const { code, problems } = refusal(document);
  expect(code).toBe('policy-invalid');
  return problems;
};

describe('contradictions are refused by name', () => {
  it.each([
    [
      { history: { keepRecent: 10, triggerAt: 10 } },
      'history.keepRecent',
      'keepRecent 10 must be less than triggerAt 10',
    ],
    [
      { history: { keepRecent: 100 } },
      'history.keepRecent',
      'keepRecent 100 must be less than triggerAt 100',
    ],
    [
      { preset: 'agentkit', summarization: { keepRecent: 30, triggerAt: 20 } },
      'summarization.keepRecent',
      'keepRecent 30 must be less than triggerAt 20',
    ],
    [
      { history: { retriggerAt: 10 } },
      'history.retriggerAt',
      'retriggerAt 10 must be more than keepRecent 10',
    ],
    [
      { preset: 'agentkit', summarization: { retriggerAt: 5 } },
      'summarization.retriggerAt',
      'retriggerAt 5 must be more than keepRecent 10',
    ],
    [
      { history: { triggerAt: 201 } },
      'history.triggerAt',
      'triggerAt 201 is over window.maxMessages 200: the window must never cut first',
    ],
    [
      { preset: 'agentkit', window: { maxMessages: 99 } },
      'summarization.triggerAt',
      'triggerAt 100 is over window.maxMessages 99: the window must never cut first',
    ],
    [
      { history: { retriggerAt: 201 } },
      'history.retriggerAt',
      'retriggerAt 201 is over window.maxMessages 200: the window must never cut first',
    ],
    [
      { preset: 'hpd-counting', history: { keepRecent: 26 } },
      'history.keepRecent',
      'keepRecent 26 must be less than triggerAt 26',
    ],
    [
      { preset: 'agentkit', enabled: false, history: { triggerAt: 50 } },
      'enabled',
      'false switches the history off, and the part history switches it on',
    ],
  ])('%j at %s', (document, path, problem) => {
    expect(invalid(document)).toEqual([{ path, problem }]);
  });

  it('names the setting of the source that puts the trigger over the window', () => {
    expect(invalid({ preset: 'hpd-counting', targetMessageCount: 195 })).toEqual([
      {
        path: 'summarizationThreshold',
        problem: 'triggerAt 201 is over window.maxMessages 200: the window must never cut first',
      },
    ]);
  });

  it('accepts the neighbours of each', () => {
    expect(resolvePolicy({ history: { keepRecent: 9, triggerAt: 10 } }).history?.retriggerAt).toBe(10);
    expect(resolvePolicy({ history: { retriggerAt: 11 } }).history?.retriggerAt).toBe(11);
    expect(resolvePolicy({ history: { triggerAt: 200 } }).history?.triggerAt).toBe(200);
    expect(resolvePolicy({ preset: 'hpd-counting', targetMessageCount: 194 }).history?.triggerAt).toBe(200);
  });
});

describe('what is not a policy is refused with path, value and what is allowed', () => {
  it.each([
    [{ preset: 'agentkitt' }, 'preset', ['"agentkitt"', 'agentkit', 'hpd-counting', 'window-only']],
    [{ preset: null }, 'preset', ['null', 'agentkit']],
    [{ histroy: { triggerAt: 50 } }, 'histroy', ['unknown', 'history', 'toolResults']],
    [{ history: { trigger: 50 } }, 'history.trigger', ['unknown', 'triggerAt', 'keepRecent']],
    [{ preset: 'window-only', targetMessageCount: 20 }, 'targetMessageCount', ['unknown', 'history']],
    [{ preset: 'agentkit', strategy: 'token-based' }, 'strategy', ['unknown', 'summarization']],
    [{ history: { triggerAt: '50' } }, 'history.triggerAt', ['"50"', 'number']],
    [{ history: { triggerAt: 50.5 } }, 'history.triggerAt', ['50.5', 'int']],
    [{ history: { keepRecent: 0 } }, 'history.keepRecent', ['0', '>=1']],
    [{ history: { summary: 'short' } }, 'history.summary', ['"short"', '"llm"|"none"']],
    [{ history: { unit: 'words' } }, 'history.unit', ['"words"', '"messages"']],
    [{ history: { kind: 'tree' } }, 'history.kind', ['"tree"', '"checkpoints"']],
    [{ history: { mergeSummariesAt: -1 } }, 'history.mergeSummariesAt', ['-1', '0']],
    [{ window: { maxMessages: 0 } }, 'window.maxMessages', ['0', '>=1']],
    [{ window: { cutStep: 1.5 } }, 'window.cutStep', ['1.5', '<=1']],
    [{ toolResults: { preset: 'shell' } }, 'toolResults.preset', ['"shell"', '"browser"|"react"|"chat"']],
    [{ toolResults: { keepRecent: -1 } }, 'toolResults.keepRecent', ['-1', '>=0']],
    [{ preset: 'hpd-counting', targetMessageCount: 0 }, 'targetMessageCount', ['0', '>=1']],
    [
      { preset: 'hpd-counting', strategy: 'newest' },
      'strategy',
      ['"newest"', '"message-counting"|"summarizing"'],
    ],
    [{ encoding: 'p50k_base' }, 'encoding', ['"p50k_base"', 'o200k_base']],
    [{ rules: 2 }, 'rules', ['2', '1']],
    [{ plugins: [7] }, 'plugins.0', ['7', '{ name, options }']],
    [[], '', ['[]', 'object']],
    [null, '', ['null', 'object']],
    ['agentkit', '', ['"agentkit"', 'object']],
  ])('%j at "%s"', (document, path, named) => {
    const problems = invalid(document);
    expect(problems.map((problem) => problem.path)).toEqual([path]);
    for (const text of named) expect(problems[0]?.problem).toContain(text);
  });

  it('lists every problem at once', () => {
    const problems = invalid({ a: 1, history: { b: 2, mode: 3 }, window: { maxMessages: 0 } });
    expect(problems.map(({ path }) => path).toSorted()).toEqual([
      'a',
      'history.b',
      'history.mode',
      'window.maxMessages',
    ]);
  });

  it('says all of it in the message too', () => {
    expect(() => resolvePolicy({ histroy: 1, rules: 2 })).toThrow(/rules: 2.*histroy: unknown/);
  });

  it('does not take a key of the prototype for a setting', () => {
    expect(invalid(JSON.parse('{"__proto__": {"preset": "agentkit"}}'))[0]?.path).toBe('__proto__');
    expect(invalid({ preset: 'constructor' })[0]?.path).toBe('preset');
  });
});

describe('parts that are not built yet are policy-unsupported, by name', () => {
  it.each([
    [{ preset: 'chainlite' }, 'preset'],
    [{ preset: 'agent-zero', history: { kind: 'tiers', contextHistoryRatio: 0.7 } }, 'preset'],
    [{ preset: 'agent-mcp' }, 'preset'],
    [{ history: { kind: 'tiers', shares: { current: 0.5 } } }, 'history.kind'],
    [{ history: { unit: 'tokens', triggerAt: 9000 } }, 'history.unit'],
    [{ history: { unit: 'share', triggerAt: 0.5 } }, 'history.unit'],
    [{ history: { mergeSummariesAt: 8 } }, 'history.mergeSummariesAt'],
    [{ history: { summarizer: { model: 'm', provider: 'openai' } } }, 'history.summarizer'],
    [{ toolResults: { compaction: { postRun: { mode: 'simple' } } } }, 'toolResults.compaction.postRun'],
    [{ toolResults: { compaction: { inRun: { mode: 'auto' } } } }, 'toolResults.compaction.inRun'],
    [{ preset: 'hpd-summarizing', strategy: 'token-based' }, 'strategy'],
    [{ preset: 'hpd-summarizing', targetTokenCount: 8000 }, 'targetTokenCount'],
    [{ preset: 'hpd-summarizing', thresholdTokenCount: 1000 }, 'thresholdTokenCount'],
    [
      { preset: 'hpd-summarizing', summarizerProvider: { model: 'm', baseUrl: 'http://h' } },
      'summarizerProvider',
    ],
    [{ plugins: ['default', { name: 'token-budget', options: { tokenBudget: 6000 } }] }, 'plugins.1'],
    [{ plugins: [{ name: 'role-pair-enforcer' }] }, 'plugins.0'],
  ])('%j at %s', (document, path) => {
    const { code, problems } = refusal(document);
    expect(code).toBe('policy-unsupported');
    expect(problems.map((problem) => problem.path)).toEqual([path]);
  });

  it('lists all of the example document of SPEC 0 that is not built', () => {
    const example = {
      preset: 'agentkit',
      history: { kind: 'checkpoints', mergeSummariesAt: 0, summarizer: { model: 'm' } },
      toolResults: { keepRecent: 5, compaction: { postRun: { mode: 'simple' } } },
      plugins: ['default', { name: 'token-budget', options: { tokenBudget: 6000 } }],
    };
    expect(refusal(example).problems.map(({ path }) => path)).toEqual([
      'toolResults.compaction.postRun',
      'plugins.1',
    ]);
  });
});

describe('a refusal never repeats', () => {
  it.each([
    [{ preset: 'hpd-summarizing', summarizerProvider: { model: 'm', apiKey: 'sk-1' } }],
    [{ history: { summarizer: { model: 'm', keyReference: 'sk-1' } } }],
    [{ apiKey: 'sk-1' }],
    [{ plugins: [{ name: 'default', options: { apiKey: 'sk-1' } }] }],
  ])('the secret in %j', (document) => {
    expect(JSON.stringify(refusal(document))).not.toContain('sk-1');
  });
});

describe('the plugin chain', () => {
  it.each([[['default', 'mine']], [[{ name: 'mine', options: { a: 1 } }]]])(
    'refuses an unknown plugin: %j',
    (plugins) => {
      const { code, problems } = refusal({ plugins });
      expect(code).toBe('plugin-unknown');
      expect(problems[0]?.problem).toContain('"mine" is unknown');
    },
  );

  it.each([[['mine', 'default']], [['default', 'default']]])(
    'refuses default elsewhere than first: %j',
    (plugins) => {
      expect(invalid({ plugins })).toEqual([
        { path: 'plugins.1', problem: '"default" is always first and stands once' },
      ]);
    },
  );

  it('refuses options of default, which has none', () => {
    expect(invalid({ plugins: [{ name: 'default', options: { size: 3 } }] })[0]?.path).toBe(
      'plugins.0.options',
    );
  });
});
