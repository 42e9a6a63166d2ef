/** Examples of the reference: real answers of a service, of one short conversation about parcels. */

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
