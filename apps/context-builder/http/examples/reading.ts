import { support, supportPolicy, windowOnly } from './policies';

const about = { title: 'Lost parcel', user: 'user-17', metadata: { project: 'returns' } };

export const state = {
  ...about,
  createdAt: '2026-11-23T00:08:09.000Z',
  updatedAt: '2026-11-23T00:08:09.860Z',
  id: 'order-4711',
  messages: 6,
  live: 1,
  checkpoints: 3,
  activeCheckpoints: 3,
  position: 13,
  applied: 13,
  head: 13,
  conflicts: 0,
  tokens: 6,
  viewVersion: 13,
  openCalls: [],
  policy: { ...support, origin: 'assigned', document: supportPolicy },
  dueWork: [],
  hints: [{ code: 'below-trigger', detail: '1 live messages, the next checkpoint is due at 2' }],
  parked: null,
  model: 'gpt-4o-mini',
};

export const listing = {
  ...about,
  id: 'order-4711',
  messages: 4,
  live: 3,
  checkpoints: 0,
  activeCheckpoints: 0,
  position: 5,
  applied: 5,
  head: 5,
  policy: windowOnly.name,
  createdAt: '2026-11-23T00:08:07.860Z',
  updatedAt: '2026-11-23T00:08:07.960Z',
};

export const checkpoint = {
  id: 'checkpoint.0-1.ff56a33193d6ce69.0',
  from: 3,
  to: 3,
  messages: { from: 0, to: 1 },
  status: 'active',
  summary: null,
  strategy: 'none',
  mode: 'single',
  supersedes: [],
  basis: 7,
  tokensBefore: 7,
  tokensAfter: 0,
  createdAt: '2026-11-23T00:08:10.955Z',
  summarizer: null,
  refusal: null,
};

export const analytics = {
  conversations: 1,
  messages: { original: 5, reduced: 1 },
  tokens: { original: 37, reduced: 6 },
  compressionRatio: 0.162,
  served: {
    contexts: 1,
    messages: { original: 4, reduced: 4 },
    tokens: { original: 51, reduced: 51 },
    compressionRatio: 1,
    byModel: [{ model: 'gpt-4o', contexts: 1, tokens: { original: 51, reduced: 51 }, saved: 0 }],
  },
  summaries: { callsMade: 0, callsAvoided: 5, inputTokens: 0, outputTokens: 0, bySummarizer: [] },
  cost: { currency: 'USD', saved: 0, spent: 0, net: 0, unpriced: [] },
};

export const topics = {
  items: [
    {
      id: 'topic.0',
      kind: 'current',
      title: null,
      parent: null,
      related: [],
      ranges: [{ from: 0, to: 4 }],
      messages: 4,
      tokens: 37,
      state: 'full',
      summary: null,
    },
  ],
  next: null,
  budget: {
    history: 6400,
    current: 3200,
    topics: 1920,
    bulks: 1280,
    used: { history: 37, current: 37, topics: 0, bulks: 0 },
  },
  degraded: [],
  compactions: [],
};
