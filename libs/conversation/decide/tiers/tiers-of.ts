import { tiersHistory, type TiersHistory } from '../../policy';
import type { Bulk, Head, Topic } from '../../state';
import { historyWindow } from '../history-window';
import { shareOf } from '../share';

/** Tokens; each rounded down. */
export interface TierBudgets {
  readonly history: number;
  readonly current: number;
  readonly topics: number;
  readonly bulks: number;
}

/** What a conversation's tiers hold now, and what they may hold. */
export interface TiersInUse {
  readonly history: TiersHistory;
  readonly budgets: TierBudgets;
  readonly current: Topic | null;
  /** Oldest first, as the bulks. */
  readonly historical: readonly Topic[];
  readonly bulks: readonly Bulk[];
  /** Tokens as shown, of each tier and of all of them under `history`. */
  readonly used: TierBudgets;
}

/** Null where the policy's history is not of tiers. */
export function tiersOf(head: Head): TiersInUse | null {
  const history = tiersHistory(head.policy.document);
  if (!history) return null;
  const { bulks } = head.tiers;
  const current = currentTopic(head);
  const historical = head.tiers.topics.filter(({ id }) => id !== current?.id);
  const used = { current: current?.tokens ?? 0, topics: sum(historical), bulks: sum(bulks) };
  return {
    history,
    budgets: tierBudgets(history, historyWindow(head, history.contextLength)),
    current,
    historical,
    bulks,
    used: { ...used, history: used.current + used.topics + used.bulks },
  };
}

/** SPEC 5's shares of a model's window. */
export function tierBudgets({ contextHistoryRatio, shares }: TiersHistory, window: number): TierBudgets {
  const history = shareOf(window, contextHistoryRatio);
  return {
    history,
    current: shareOf(history, shares.current),
    topics: shareOf(history, shares.topics),
    bulks: shareOf(history, shares.bulks),
  };
}

/** Above this many tokens a message is large in a topic of that allocation. */
export function largeOver(history: TiersHistory, allocation: number): number {
  return shareOf(allocation, history.largeMessageToTopicRatio);
}

/** True while all tiers together hold more than the history may. */
export function overBudget({ used, budgets }: TiersInUse): boolean {
  return used.history > budgets.history;
}

/** Null from when another topic was started until its first message, once no open group goes on with the one before. */
function currentTopic({ tiers, openGroups }: Head): Topic | null {
  if (tiers.next !== null && openGroups.length === 0) return null;
  return tiers.topics.at(-1) ?? null;
}

function sum(all: readonly { readonly tokens: number }[]): number {
  return all.reduce((total, { tokens }) => total + tokens, 0);
}
