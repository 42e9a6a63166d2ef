import type { Head, Topic, WorkingSet } from '../../state';
import { planArchive, planAttention, planLarge, planMerge, planRetire, planTopic } from './plan-step';
import type { TierDemand, TierStep } from './step';
import { overBudget, tiersOf, type TiersInUse } from './tiers-of';

/** The state names each bulk: of more than these the oldest are merged also where the budget has room for them. */
const MOST_BULKS = 128;

/** True while a step of the tiers is wanted and can be taken. */
export function tiersDue({ tiers }: Head): boolean {
  return tiers.due;
}

/** True where the budget is passed, or no run is going on and more topics are historical or bulks than are kept. */
export function tiersWanted(head: Head): boolean {
  const tiers = tiersOf(head);
  if (!tiers) return false;
  return overBudget(tiers) || ((tooManyTopics(tiers) || tooManyBulks(tiers)) && !head.run.open);
}

/**
 * The next step that the tiers ask for, or null where there is none to take: while the whole is over its budget, in
 * SPEC 5's order, in those tiers that are over their own shares. Topics and bulks too many are dealt with whatever the
 * budget.
 */
export function planTiers(ws: WorkingSet): TierStep | null {
  const tiers = tiersOf(ws.head);
  if (!tiers) return null;
  const isOver = overBudget(tiers);
  const fit = isOver ? planFit(ws, tiers) : null;
  return fit ?? (isOver || !ws.head.run.open ? planExcess(ws, tiers) : null);
}

/** What is asked for by name is done once whatever the budget; without a name the first of the order that can be. */
export function planDemanded(ws: WorkingSet, demand: TierDemand | null): TierStep | null {
  const tiers = tiersOf(ws.head);
  if (!tiers) return null;
  const { current, historical } = tiers;
  const steps: Readonly<Record<TierDemand, () => TierStep | null>> = {
    large: () => planLarge(ws, tiers, topicsOf(current, historical), Infinity),
    attention: () => planAttention(ws, tiers, topicsOf(current, historical)),
    topic: () => planTopic(ws, historical),
    bulks: () => planMerge(ws, tiers),
  };
  if (demand !== null) return steps[demand]();
  return steps.large() ?? steps.attention() ?? steps.topic() ?? steps.bulks();
}

function planFit(ws: WorkingSet, tiers: TiersInUse): TierStep | null {
  const { current, historical, used, budgets } = tiers;
  const topicsOver = used.topics > budgets.topics;
  const over = [
    ...(current && used.current > budgets.current ? [current] : []),
    ...(topicsOver ? historical : []),
  ];
  return (
    planLarge(ws, tiers, over, used.history - budgets.history) ??
    planAttention(ws, tiers, over) ??
    (topicsOver ? (planTopic(ws, historical) ?? planArchive(ws, historical)) : null) ??
    (used.bulks > budgets.bulks ? (planMerge(ws, tiers) ?? planRetire(ws, tiers)) : null)
  );
}

/** The oldest topic gets its summary first, if it has none. */
function planExcess(ws: WorkingSet, tiers: TiersInUse): TierStep | null {
  const { historical, history } = tiers;
  const tooMany = historical.slice(0, Math.max(0, historical.length - history.topicsKeepCount));
  const step = planTopic(ws, tooMany) ?? planArchive(ws, tooMany);
  return step ?? (tooManyBulks(tiers) ? (planMerge(ws, tiers) ?? planRetire(ws, tiers)) : null);
}

function tooManyTopics({ historical, history }: TiersInUse): boolean {
  return historical.length > history.topicsKeepCount;
}

function tooManyBulks({ bulks }: TiersInUse): boolean {
  return bulks.length > MOST_BULKS;
}

function topicsOf(current: Topic | null, historical: readonly Topic[]): Topic[] {
  return current ? [current, ...historical] : [...historical];
}
