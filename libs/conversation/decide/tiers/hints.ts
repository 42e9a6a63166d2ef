import type { Head } from '../../state';
import { tiersDue } from './plan-tiers';
import { overBudget, tiersOf } from './tiers-of';

/** Where the tiers stand against their budget, and whether more can be done about it. */
export function tierHints(
  head: Head,
): { code: 'within-budget' | 'tiers-due' | 'tiers-over-budget'; detail: string }[] {
  const tiers = tiersOf(head);
  if (!tiers) return [];
  const { used, budgets } = tiers;
  const figures = `${used.history} tokens of ${budgets.history}`;
  if (tiersDue(head)) return [{ code: 'tiers-due', detail: `${figures}: a step of the tiers is due` }];
  if (!overBudget(tiers)) return [{ code: 'within-budget', detail: figures }];
  const detail = `${figures}: what is left is too new, open or too short to be compressed`;
  return [{ code: 'tiers-over-budget', detail }];
}
