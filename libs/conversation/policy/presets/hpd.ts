import type { HpdDocument } from '../document';
import type { PresetHistory } from './preset';

/**
 * `hpd-counting` and `hpd-summarizing` (SPEC 2), which differ in the default of `strategy` alone: reduce when live is
 * over target + threshold, every time, and keep the target.
 */
export function hpd(document: HpdDocument): PresetHistory {
  const { targetMessageCount: target = 20, summarizationThreshold: threshold = 5 } = document;
  return {
    on: document.enabled !== false,
    history: {
      kind: 'checkpoints',
      unit: 'messages',
      triggerAt: target + (threshold ?? 0) + 1,
      keepRecent: target,
      summary: strategyOf(document) === 'summarizing' ? 'llm' : 'none',
      mode: (document.useSingleSummary ?? true) ? 'single' : 'layered',
      summaryRole: 'assistant',
      summarizer: document.summarizerProvider ?? null,
    },
    retriggerAt: (_, triggerAt) => triggerAt,
    names: { triggerAt: 'summarizationThreshold', keepRecent: 'targetMessageCount' },
  };
}

function strategyOf({ preset, strategy }: HpdDocument): 'message-counting' | 'summarizing' {
  return strategy ?? (preset === 'hpd-counting' ? 'message-counting' : 'summarizing');
}
