import * as fc from 'fast-check';
import { VerbatimError } from '../errors';
import { policySchema, type Policy } from './policy';
import { presets } from './presets';
import { resolvePolicy } from './resolve';
import { canonicalPolicy } from './version';

const some = (shape: Record<string, fc.Arbitrary<unknown>>) => fc.record(shape, { requiredKeys: [] });
const offOr = (part: fc.Arbitrary<unknown>) => fc.option(part, { freq: 6 });

const summarizer = offOr(
  some({
    model: fc.constantFrom('gpt-4o-mini', 'openai:gpt-4o', null),
    provider: fc.constantFrom('openai', null),
    keyReference: fc.constant('OPENAI_API_KEY'),
    systemPrompt: fc.string(),
    maxContext: fc.integer({ min: 256, max: 9000 }),
    limitRequests: fc.integer({ min: 1, max: 9 }),
  }),
);
const share = fc.constantFrom(0.1, 0.2, 0.25, 0.35, 0.5, 0.7);
const checkpoints = some({
  enabled: fc.boolean(),
  unit: fc.constantFrom('messages', 'tokens', 'share'),
  triggerAt: fc.oneof(fc.integer({ min: 40, max: 220 }), share),
  keepRecent: fc.oneof(fc.integer({ min: 1, max: 50 }), share),
  retriggerAt: fc.integer({ min: 30, max: 220 }),
  summary: fc.constantFrom('llm', 'none'),
  mode: fc.constantFrom('layered', 'single'),
  mergeSummariesAt: fc.constantFrom(0, 2, 8),
  summaryRole: fc.constantFrom('user', 'assistant'),
  leastCarried: share,
  summarizer,
});
const tiers = some({
  enabled: fc.boolean(),
  contextHistoryRatio: share,
  contextLength: fc.integer({ min: 1, max: 200_000 }),
  shares: fc.constantFrom({ current: 0.5, topics: 0.3, bulks: 0.2 }, { current: 0.4, topics: 0.4 }, {}),
  topicCompressRatio: share,
  bulkMergeCount: fc.integer({ min: 2, max: 5 }),
  newTopicOn: fc.constantFrom('event', 'user-message'),
  summarizer,
});
const compaction = (more: Record<string, fc.Arbitrary<unknown>>) =>
  offOr(
    some({
      enabled: fc.boolean(),
      mode: fc.constantFrom('simple', 'auto', 'custom'),
      truncationThreshold: fc.integer({ min: 1, max: 9000 }),
      startRun: fc.integer({ min: 1, max: 9 }),
      summarizer,
      ...more,
    }),
  );
const inRun = compaction({
  startIter: fc.integer({ min: 1, max: 5 }),
  maxConcurrency: fc.integer({ min: 1, max: 9 }),
});

const generic = {
  rules: fc.constant(1),
  enabled: fc.boolean(),
  encoding: fc.constantFrom('o200k_base', 'cl100k_base'),
  history: offOr(
    fc.oneof(
      checkpoints,
      checkpoints.map((part) => ({ ...part, kind: 'checkpoints' })),
      tiers.map((part) => ({ ...part, kind: 'tiers' })),
    ),
  ),
  toolResults: offOr(
    some({
      preset: fc.constantFrom('browser', 'react', 'chat'),
      keepRecent: fc.nat(9),
      clearAtLeast: fc.nat(900),
      protectUnread: fc.boolean(),
      compaction: offOr(some({ postRun: compaction({}), inRun })),
    }),
  ),
  window: offOr(
    some({
      maxMessages: fc.integer({ min: 100, max: 300 }),
      maxTokens: offOr(fc.integer({ min: 1, max: 9999 })),
      cutStep: share,
    }),
  ),
  sessions: offOr(some({ max: offOr(fc.integer({ min: 1, max: 99 })), idleTimeoutMinutes: fc.nat(99) })),
  obligations: fc.boolean(),
  plugins: offOr(
    fc.subarray(['default', 'role-pair-enforcer', { name: 'token-budget', options: { estimate: 'chars4' } }]),
  ),
};

const chainlite = {
  truncation_threshold: fc.integer({ min: 1, max: 9000 }),
  start_run: fc.integer({ min: 1, max: 9 }),
};

/** Settings in the names of each source. */
const sources: Record<(typeof presets)[number], Record<string, fc.Arbitrary<unknown>>> = {
  'window-only': {},
  agentkit: {
    summarization: offOr(
      some({
        enabled: fc.boolean(),
        triggerAt: fc.integer({ min: 50, max: 150 }),
        keepRecent: fc.integer({ min: 1, max: 49 }),
        mode: fc.constantFrom('layered', 'single'),
        toolResults: some({ keepRecent: fc.nat(9) }),
      }),
    ),
  },
  'hpd-counting': hpd(),
  'hpd-summarizing': hpd(),
  chainlite: {
    history_truncator_config: offOr(
      some({ post_run_compaction: offOr(some(chainlite)), in_run_compaction: offOr(some(chainlite)) }),
    ),
  },
  'agent-zero': {
    chat_model_ctx_history: share,
    chat_model_ctx_length: fc.integer({ min: 1, max: 200_000 }),
    TOPICS_KEEP_COUNT: fc.nat(9),
    utility_model: some({
      name: fc.constant('gpt-3.5-turbo'),
      limit_requests: fc.integer({ min: 1, max: 9 }),
    }),
  },
  'agent-mcp': {
    agent_max_ctx: fc.integer({ min: 100, max: 300 }),
    max_users: fc.integer({ min: 1, max: 99 }),
    chain: fc.subarray(['plugin_history_default', 'plugin_history_token_budget', 'role_pair_enforcer']),
  },
};

function hpd(): Record<string, fc.Arbitrary<unknown>> {
  return {
    strategy: fc.constantFrom('message-counting', 'summarizing', 'token-based'),
    targetMessageCount: fc.integer({ min: 1, max: 90 }),
    summarizationThreshold: offOr(fc.nat(9)),
    useSingleSummary: fc.boolean(),
    summarizerProvider: offOr(
      some({ modelName: fc.constant('gpt-4o-mini'), provider: fc.constant('openai') }),
    ),
  };
}

/** Undefined where it is refused; any other error than a refusal goes through. */
function resolved(document: unknown): Policy | undefined {
  try {
    return resolvePolicy(document);
  } catch (error) {
    if (error instanceof VerbatimError && error.code === 'policy-invalid') return undefined;
    throw error;
  }
}

/** Few settings at once, so that many documents hold together. */
function documents(preset: (typeof presets)[number]): fc.Arbitrary<object> {
  const settings = Object.entries({ ...generic, ...sources[preset] });
  return fc
    .subarray(settings, { minLength: 0, maxLength: 4 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen)))
    .map((document) => ({ preset, ...document }));
}

describe.each(presets.map((preset) => [preset]))('any document of the preset %s', (preset) => {
  it('is refused by name, or resolves to a policy that is valid and resolves to itself', () => {
    let accepted = 0;
    fc.assert(
      fc.property(documents(preset), (document) => {
        const policy = resolved(document);
        if (policy === undefined) return;
        accepted += 1;
        expect(policySchema.parse(policy)).toEqual(policy);
        const again = resolvePolicy(JSON.parse(JSON.stringify(policy)));
        expect(again).toEqual(policy);
        expect(canonicalPolicy(again)).toBe(canonicalPolicy(policy));
      }),
      { numRuns: 200 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});
