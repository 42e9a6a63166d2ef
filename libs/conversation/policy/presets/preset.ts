import type { CheckpointHistory } from '../policy';

export type Threshold = 'triggerAt' | 'keepRecent' | 'retriggerAt';

/** What a preset, with its source's own names mapped, says of the history; the generic `history` part comes over it. */
export interface PresetHistory {
  /** Whether the history is reduced where the document has no `history` part. */
  readonly on: boolean;
  readonly history: Omit<CheckpointHistory, 'retriggerAt'> & { readonly retriggerAt?: number };
  /** `retriggerAt` where nobody wrote one. */
  readonly retriggerAt: (keepRecent: number, triggerAt: number) => number;
  /** The names under which the source writes the thresholds, so that a refusal names what the user wrote. */
  readonly names: Readonly<Partial<Record<Threshold, string>>>;
}
