import type { Parts } from '../parts/parts';
import type { HistoryPolicy } from '../policy';
import type { Problem } from '../problems';
import type { Spellings } from './spelling';

/** A document's preset, with its source's own names translated: the generic parts come over it. */
export interface Preset {
  readonly parts: Parts;
  readonly spellings: Spellings;
  /** Of a history that is written without one. */
  readonly kind: HistoryPolicy['kind'];
  /** `retriggerAt` where nobody wrote one. */
  readonly retriggerAt: (keepRecent: number, triggerAt: number) => number;
  /** `mergeSummariesAt` of layered summaries where nobody wrote one. */
  readonly mergeSummariesAt: number;
  /** What the source's own settings contradict each other in. */
  readonly problems: readonly Problem[];
}

/** What most presets have in common. */
export const plain: Preset = {
  parts: {},
  spellings: {},
  kind: 'checkpoints',
  retriggerAt: (keepRecent, triggerAt) => Math.min(2 * keepRecent, triggerAt),
  mergeSummariesAt: 0,
  problems: [],
};
