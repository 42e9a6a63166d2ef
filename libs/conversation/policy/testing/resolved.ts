import type { CheckpointHistory, Policy } from '../policy';
import { resolvePolicy } from '../resolve';

/** What a document without anything resolves to. */
export const windowOnly = {
  preset: 'window-only',
  rules: 1,
  encoding: 'o200k_base',
  history: null,
  toolResults: null,
  window: { maxMessages: 200, maxTokens: null, reservedOutput: null, cutStep: 0.25 },
  sessions: { max: null, idleTimeoutMinutes: 60 },
  obligations: true,
  plugins: [{ name: 'default', options: {} }],
} as const satisfies Policy;

/** SPEC 1's table. */
export const agentkitHistory = {
  kind: 'checkpoints',
  unit: 'messages',
  triggerAt: 100,
  keepRecent: 10,
  retriggerAt: 20,
  summary: 'llm',
  mode: 'layered',
  mergeSummariesAt: 0,
  summaryRole: 'user',
  summarizer: null,
  leastCarried: 0,
} as const satisfies CheckpointHistory;

export const noSummarizer = {
  model: null,
  provider: null,
  baseUrl: null,
  keyReference: null,
  systemPrompt: null,
  maxContext: null,
  limitRequests: null,
  limitInput: null,
  limitOutput: null,
} as const;

/** The checkpoint history of a document. */
export function historyOf(document: unknown): CheckpointHistory {
  const { history } = resolvePolicy(document);
  if (history?.kind !== 'checkpoints') throw new Error('no history of checkpoints');
  return history;
}
