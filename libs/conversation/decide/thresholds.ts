import { checkpointHistory } from '../policy';
import { liveCounted, type Head } from '../state';
import { historyWindow } from './history-window';
import { shareOf } from './share';

/** A history's thresholds in what they count, shares already taken of the window, and how much of it is live. */
export interface Thresholds {
  readonly counts: 'messages' | 'tokens';
  readonly live: number;
  /** What is live when the next checkpoint is due. */
  readonly trigger: number;
  readonly keepRecent: number;
}

/** Null where the policy has no history of checkpoints. */
export function thresholds(head: Head): Thresholds | null {
  const history = checkpointHistory(head.policy.document);
  if (!history) return null;
  const { unit, triggerAt, retriggerAt, keepRecent } = history;
  const trigger = head.activeCheckpoints > 0 ? retriggerAt : triggerAt;
  switch (unit) {
    case 'messages':
      return { counts: 'messages', live: liveCounted(head), trigger, keepRecent };
    case 'tokens':
      return { counts: 'tokens', live: head.liveTokens, trigger, keepRecent };
    case 'share': {
      const tokens = (share: number): number => shareOf(historyWindow(head), share);
      return {
        counts: 'tokens',
        live: head.liveTokens,
        trigger: Math.max(1, tokens(trigger)),
        keepRecent: tokens(keepRecent),
      };
    }
  }
}
