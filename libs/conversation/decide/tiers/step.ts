import type { Item } from '../../state';
import type { CheckpointPlan } from '../plan-checkpoint';

/** A part of a message that is to be cut. */
export interface LargeCut {
  readonly item: Item;
  /** Which of the message's results, from 0; null is its own text. */
  readonly answer: number | null;
  /** Code points that are to stay, the placeholder's included. */
  readonly characters: number;
  /** Tokens of the part in full. */
  readonly tokens: number;
}

/** What a summary is to stand for; both figures are of what is shown, summaries included. */
export type TierSummary = Omit<CheckpointPlan, 'id'>;

/** The next step of SPEC 5's order. `id` is derived from what was decided, so that the same decision is one event. */
export type TierStep = { readonly id: string } & (
  | { readonly kind: 'large'; readonly topic: string; readonly cuts: readonly LargeCut[] }
  | ({ readonly kind: 'attention' | 'topic'; readonly topic: string } & TierSummary)
  | { readonly kind: 'archive'; readonly topic: string; readonly bulk: string }
  | ({ readonly kind: 'merge'; readonly bulks: readonly string[]; readonly bulk: string } & TierSummary)
  | { readonly kind: 'retire'; readonly bulk: string }
);

/** What may be asked for on demand (SPEC 5). */
export const tierDemands = ['large', 'attention', 'topic', 'bulks'] as const;
export type TierDemand = (typeof tierDemands)[number];
