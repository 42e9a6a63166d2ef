import type { AgentkitDocument } from '../document';
import type { PresetHistory } from './preset';

/** SPEC 1's numbers; also those of a checkpoint history that is written without numbers. */
export const checkpointDefaults: PresetHistory = {
  on: true,
  history: {
    kind: 'checkpoints',
    unit: 'messages',
    triggerAt: 100,
    keepRecent: 10,
    summary: 'llm',
    mode: 'layered',
    summaryRole: 'user',
    summarizer: null,
  },
  retriggerAt: (keepRecent, triggerAt) => Math.min(2 * keepRecent, triggerAt),
  names: {},
};

/**
 * AgentKit (SPEC 1): naming it switches summarisation on. Its tool results stay in full (`keepRecent` 0 there means
 * unlimited) unless the document has a `toolResults` part.
 */
export function agentkit({ enabled, summarization }: AgentkitDocument): PresetHistory {
  const { enabled: summarize = true, ...numbers } = summarization ?? {};
  return {
    ...checkpointDefaults,
    on: enabled !== false && summarization !== null && summarize,
    history: { ...checkpointDefaults.history, ...numbers },
    names: {
      triggerAt: 'summarization.triggerAt',
      keepRecent: 'summarization.keepRecent',
      retriggerAt: 'summarization.retriggerAt',
    },
  };
}
