/** Examples of the reference: real answers of a service, of one short conversation about parcels. */

export const gpt4o = {
  id: 'gpt-4o',
  provider: 'openai',
  maxContext: { tokens: 128000 },
  encoding: 'o200k_base',
  maxOutput: 16384,
  prices: { input: 2.5, output: 10, cachedInput: 1.25 },
  exact: true,
  margin: 0,
  overhead: { perMessage: 4, perRequest: 3 },
};

export const windowOnly = {
  name: 'window-only',
  version: '4565121b675c4ff895eb7349064bdac9767d11cff7ee1a32db6f364ca850e8f2',
};

const common = {
  rules: 1,
  encoding: 'o200k_base',
  toolResults: null,
  window: { maxMessages: 200, maxTokens: null, reservedOutput: null, cutStep: 0.25 },
  sessions: { max: null, idleTimeoutMinutes: 60 },
  obligations: true,
  plugins: [{ name: 'default', options: {} }],
};

export const support = {
  name: 'support',
  version: 'ff56a33193d6ce69d7c188769b553503c5de941a1d55f32038866aa32c5f080f',
};

export const supportDocument = { preset: 'hpd-counting', targetMessageCount: 1, summarizationThreshold: 0 };

export const supportPolicy = {
  preset: 'hpd-counting',
  ...common,
  history: {
    kind: 'checkpoints',
    unit: 'messages',
    triggerAt: 2,
    keepRecent: 1,
    retriggerAt: 2,
    summary: 'none',
    mode: 'single',
    mergeSummariesAt: 0,
    summaryRole: 'assistant',
    summarizer: null,
    leastCarried: 0,
  },
};

export const supportItem = {
  ...support,
  policy: supportPolicy,
  default: false,
  updatedAt: '2026-11-23T00:08:10.594Z',
};

const shownNow = {
  tokens: 51,
  messages: 4,
  summaries: 0,
  omissions: 0,
  shortened: 0,
  cuts: 0,
  prefix: { sameTokens: 51, sameBytes: 402 },
  cost: { input: 0.0001275, cached: 0.00006375 },
  degraded: [],
};

export const trial = {
  conversation: 'order-4711',
  position: 5,
  messages: 4,
  model: 'gpt-4o',
  target: 'openai-chat',
  now: { policy: windowOnly, shown: shownNow, problem: null },
  tried: {
    policy: support,
    shown: {
      ...shownNow,
      tokens: 27,
      messages: 2,
      cuts: 2,
      prefix: { sameTokens: 12, sameBytes: 84 },
      cost: { input: 0.0000675, cached: 0.0000525 },
    },
    problem: null,
  },
  work: {
    events: 1,
    summaries: [],
    llm: { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 },
    complete: true,
  },
  warnings: [],
  hints: [],
};

export const pluginInput = {
  chain: ['default'],
  history: [
    {
      id: 'm2',
      merged: [],
      kind: 'message',
      role: 'user',
      name: null,
      text: 'Where is parcel 7391?',
      tokens: 11,
      required: true,
      plain: true,
      messages: [{ role: 'user', text: 'Where is parcel 7391?' }],
    },
  ],
  session: {
    tenant: 'default',
    conversation: 'order-4711',
    position: 5,
    model: 'gpt-4o',
    window: { messages: 200, tokens: 123904 },
    lastActive: '2026-11-23T00:08:09.860Z',
  },
  model: gpt4o,
  models: null,
};
