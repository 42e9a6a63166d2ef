import { VerbatimError } from '../errors';
import { resolvePolicy } from './resolve';
import { historyOf } from './testing/resolved';

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

/** ChainLite's part with mode custom. */
const custom = (settings: object) => ({
  preset: 'chainlite',
  history_truncator_config: { post_run_compaction: { mode: 'custom', ...settings } },
});

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
        path: 'targetMessageCount',
        problem: 'triggerAt 201 is over window.maxMessages 200: the window must never cut first',
      },
    ]);
  });

  it.each([
    // unit and thresholds
    [{ history: { triggerAt: 50.5 } }, 'history.triggerAt', 'must be a whole number of messages'],
    [
      { history: { unit: 'tokens', keepRecent: 0.5 } },
      'history.keepRecent',
      'must be a whole number of tokens',
    ],
    [
      { history: { unit: 'share', triggerAt: 1 } },
      'history.triggerAt',
      'must be a share of the window, less than 1',
    ],
    [
      { history: { unit: 'share', triggerAt: 0.3 } },
      'history.keepRecent',
      'keepRecent 0.35 must be less than triggerAt 0.3',
    ],
    [
      { history: { unit: 'tokens' }, window: { maxTokens: 9000 } },
      'history.triggerAt',
      'is over window.maxTokens 9000',
    ],
    // merging
    [{ history: { mergeSummariesAt: 1 } }, 'history.mergeSummariesAt', 'nothing to merge with'],
    [
      { history: { mode: 'single', mergeSummariesAt: 2 } },
      'history.mergeSummariesAt',
      'history.mode is "single"',
    ],
    [{ history: { summary: 'none', mergeSummariesAt: 2 } }, 'history.mergeSummariesAt', 'no summaries'],
    // one setting under two names, one unit beside another, one kind beside another
    [
      { preset: 'hpd-summarizing', summarizerProvider: { model: 'a', modelName: 'b' } },
      'summarizerProvider.modelName',
      'written as summarizerProvider.model, with another value',
    ],
    [
      { preset: 'chainlite', compaction: {}, history_truncator_config: { in_run_compaction: {} } },
      'history_truncator_config',
      'written as compaction',
    ],
    [
      { preset: 'agent-zero', TOPICS_KEEP_COUNT: 3, topicsKeepCount: 4 },
      'TOPICS_KEEP_COUNT',
      'written as topicsKeepCount',
    ],
    [{ preset: 'agent-mcp', max_users: 3, maxSessions: 4 }, 'maxSessions', 'written as max_users'],
    [
      { preset: 'hpd-counting', strategy: 'token-based', targetMessageCount: 20 },
      'targetMessageCount',
      'counts messages',
    ],
    [
      { preset: 'hpd-counting', strategy: 'token-based', summarizationThreshold: 5 },
      'summarizationThreshold',
      'counts messages',
    ],
    [{ preset: 'hpd-counting', targetTokenCount: 8000 }, 'targetTokenCount', 'counts tokens'],
    [{ preset: 'hpd-counting', thresholdTokenCount: 8000 }, 'thresholdTokenCount', 'counts tokens'],
    [
      { preset: 'agentkit', summarization: { triggerAt: 50 }, history: { unit: 'share' } },
      'summarization.triggerAt',
      'counts messages',
    ],
    [
      { preset: 'agentkit', summarization: { mode: 'single' }, history: { kind: 'tiers' } },
      'summarization.mode',
      'history.kind is "tiers"',
    ],
    [
      { preset: 'agent-zero', BULK_MERGE_COUNT: 3, history: { kind: 'checkpoints' } },
      'BULK_MERGE_COUNT',
      'of kind "tiers"',
    ],
    // tiers
    [
      { preset: 'agent-zero', history: { shares: { current: 0.6 } } },
      'history.shares',
      'current 0.6 + topics 0.3 + bulks 0.2 is 1.1, and must be 1',
    ],
    [{ preset: 'agent-zero', shares: { bulks: 0 } }, 'shares', 'is 0.8, and must be 1'],
    [{ preset: 'agent-zero', HISTORY_TOPIC_RATIO: 0.2 }, 'HISTORY_TOPIC_RATIO', 'is 0.9, and must be 1'],
    [{ preset: 'agent-zero', chat_model_ctx_history: 0 }, 'chat_model_ctx_history', 'must be over 0'],
    [{ preset: 'agent-zero', topicCompressRatio: 0 }, 'topicCompressRatio', 'must be over 0'],
    [
      { history: { kind: 'tiers', largeMessageToTopicRatio: 0 } },
      'history.largeMessageToTopicRatio',
      'must be over 0',
    ],
    // compaction
    [
      { toolResults: { compaction: { postRun: { mode: 'custom' } } } },
      'toolResults.compaction.postRun.mode',
      'needs a summariser',
    ],
    [
      { toolResults: { compaction: { inRun: { mode: 'custom', summarizer: { systemPrompt: 'short' } } } } },
      'toolResults.compaction.inRun.mode',
      'needs a summariser',
    ],
    [
      { toolResults: { compaction: { inRun: { mode: 'auto', summarizer: { model: 'm' } } } } },
      'toolResults.compaction.inRun.summarizer',
      'the mode is "auto"',
    ],
    [
      custom({ summarizor_config_path: 'a.yaml' }),
      'history_truncator_config.post_run_compaction.summarizor_config_path',
      'over HTTP write the summariser inline',
    ],
    [
      custom({ summarizor_config_path: 'a.yaml', summarizor_config_dict: { llm_model_name: 'm' } }),
      'history_truncator_config.post_run_compaction.summarizor_config_path',
      'inline or as a path, and here it is both',
    ],
    [custom({}), 'history_truncator_config.post_run_compaction.mode', 'needs a summariser'],
  ])('%j at %s: %s', (document, path, problem) => {
    const problems = invalid(document);
    expect(problems.map((found) => found.path)).toEqual([path]);
    expect(problems[0]?.problem).toContain(problem);
  });

  it('accepts the neighbours of each', () => {
    expect(historyOf({ history: { keepRecent: 9, triggerAt: 10 } }).retriggerAt).toBe(10);
    expect(historyOf({ history: { retriggerAt: 11 } }).retriggerAt).toBe(11);
    expect(historyOf({ history: { triggerAt: 200 } }).triggerAt).toBe(200);
    expect(historyOf({ preset: 'hpd-counting', targetMessageCount: 194 }).triggerAt).toBe(200);
    expect(historyOf({ history: { unit: 'tokens' }, window: { maxTokens: 9001 } }).triggerAt).toBe(9001);
    expect(historyOf({ history: { unit: 'share', triggerAt: 0.99 } }).triggerAt).toBe(0.99);
    expect(historyOf({ history: { mergeSummariesAt: 2 } }).mergeSummariesAt).toBe(2);
  });

  it('does not hold shares to more than decimal fractions can', () => {
    const shares = { current: 0.7, topics: 0.2, bulks: 0.1 };
    expect(shares.current + shares.topics + shares.bulks).not.toBe(1);
    expect(resolvePolicy({ preset: 'agent-zero', shares }).history).toMatchObject({ shares });
  });

  it('says the same under two names', () => {
    const document = { preset: 'agent-zero', TOPICS_KEEP_COUNT: 4, topicsKeepCount: 4 };
    expect(resolvePolicy(document).history).toMatchObject({ topicsKeepCount: 4 });
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
    [{ history: { keepRecent: 0 } }, 'history.keepRecent', ['0', '>0']],
    [{ history: { leastCarried: 1.1 } }, 'history.leastCarried', ['1.1', '<=1']],
    [{ history: { topicsKeepCount: 3 } }, 'history.topicsKeepCount', ['unknown', 'triggerAt']],
    [{ history: { kind: 'tiers', triggerAt: 3 } }, 'history.triggerAt', ['unknown', 'topicsKeepCount']],
    [
      { preset: 'agent-zero', history: { triggerAt: 3 } },
      'history.triggerAt',
      ['unknown', 'topicsKeepCount'],
    ],
    [{ preset: 'agent-zero', chat_model_ctx_history: 1.5 }, 'chat_model_ctx_history', ['1.5', '<=1']],
    [{ preset: 'agent-zero', BULK_MERGE_COUNT: 1 }, 'BULK_MERGE_COUNT', ['1', '>=2']],
    [
      { preset: 'agent-zero', utility_model: { limit_requests: 0 } },
      'utility_model.limit_requests',
      ['0', '>=1'],
    ],
    [{ sessions: { max: 0 } }, 'sessions.max', ['0', '>=1']],
    [{ sessions: { idleTimeoutMinutes: -1 } }, 'sessions.idleTimeoutMinutes', ['-1', '>=0']],
    [{ preset: 'agent-mcp', agent_max_ctx: 0 }, 'agent_max_ctx', ['0', '>=1']],
    [
      { preset: 'chainlite', compaction: { inRun: { startIter: 0 } } },
      'compaction.inRun.startIter',
      ['0', '>=1'],
    ],
    [
      { preset: 'chainlite', compaction: { postRun: { start_run: 0 } } },
      'compaction.postRun.start_run',
      ['0', '>=1'],
    ],
    [
      { preset: 'chainlite', compaction: { postRun: { start_iter: 1 } } },
      'compaction.postRun.start_iter',
      ['unknown', 'truncation_threshold'],
    ],
    [
      { toolResults: { compaction: { inRun: { maxConcurrency: 0 } } } },
      'toolResults.compaction.inRun.maxConcurrency',
      ['0', '>=1'],
    ],
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
      ['"newest"', '"message-counting"|"summarizing"|"token-based"'],
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

describe('a refusal never repeats', () => {
  it.each([
    [{ preset: 'hpd-summarizing', summarizerProvider: { model: 'm', apiKey: 'sk-1' } }],
    [{ history: { summarizer: { model: 'm', keyReference: 'sk-1' } } }],
    [{ history: { summarizer: { model: 'm', api_key: 'sk-1' } } }],
    [{ apiKey: 'sk-1' }],
    [{ plugins: [{ name: 'default', options: { apiKey: 'sk-1' } }] }],
  ])('the secret in %j', (document) => {
    expect(JSON.stringify(refusal(document))).not.toContain('sk-1');
  });
});

it('a key itself is refused, with what to write instead', () => {
  const [problem] = invalid({ preset: 'hpd-summarizing', summarizerProvider: { apiKey: 'sk-1' } });
  expect(problem).toEqual({
    path: 'summarizerProvider.apiKey',
    problem: 'a key is never kept in a policy; name one that the operator configured: keyReference',
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

  it.each([
    ['default', { size: 3 }, 'size'],
    ['token-budget', { tokenBudget: 0 }, 'tokenBudget'],
    ['token-budget', { estimate: 'words' }, 'estimate'],
    ['role-pair-enforcer', { merge: 1 }, 'merge'],
  ])('refuses options that %s has not: %j', (name, options, path) => {
    expect(invalid({ plugins: [{ name, options }] })[0]?.path).toBe(`plugins.0.options.${path}`);
  });

  it('refuses a plugin that stands twice: plugin-exists', () => {
    expect(refusal({ plugins: ['token-budget', { name: 'token-budget' }] })).toEqual({
      code: 'plugin-exists',
      problems: [{ path: 'plugins.1', problem: '"token-budget" is in the chain already' }],
    });
  });

  it("names the source's chain, and what is available", () => {
    const written = { preset: 'agent-mcp', chain: ['plugin_history_default', 'plugin_history_foo'] };
    expect(refusal(written)).toEqual({
      code: 'plugin-unknown',
      problems: [
        {
          path: 'chain.1',
          problem: '"foo" is unknown; available: default, token-budget, role-pair-enforcer',
        },
      ],
    });
  });
});
