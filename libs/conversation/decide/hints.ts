import { live, liveCounted, type Head } from '../state';
import { checkpointDue } from './plan-checkpoint';
import { mergeDue } from './plan-merge';
import { thresholds, type Thresholds } from './thresholds';
import { tierHints } from './tiers';

/** Above this many live messages a summary is worth having (SPEC 1). */
export const WORTH_SUMMARISING = 50;

/** Why a conversation was or was not reduced, for whoever wonders. */
export interface Hint {
  readonly code:
    | 'history-off'
    | 'summarise'
    | 'below-trigger'
    | 'revoked-exempt'
    | 'open-group'
    | 'unread-results'
    | 'nothing-to-cover'
    | 'checkpoint-due'
    | 'merge-due'
    | 'within-budget'
    | 'tiers-due'
    | 'tiers-over-budget';
  readonly detail: string;
}

/** What the source's documentation would answer: is it on, where is the live count against the trigger, what is open. */
export function reductionHints(head: Head): Hint[] {
  if (head.policy.document.history === null) return historyOff(live(head));
  const limits = thresholds(head);
  return limits ? [...exemptions(head), ...againstTrigger(head, limits), ...merging(head)] : tierHints(head);
}

function exemptions(head: Head): Hint[] {
  const exempt = live(head) - liveCounted(head);
  if (exempt === 0) return [];
  const detail = `${exempt} live messages of revoked ranges count again from the next policy on`;
  return [{ code: 'revoked-exempt', detail }];
}

function againstTrigger(head: Head, limits: Thresholds): Hint[] {
  const isLive = `${limits.live} live ${limits.counts}`;
  if (limits.live < limits.trigger) {
    const detail = `${isLive}, the next checkpoint is due at ${limits.trigger}`;
    return [{ code: 'below-trigger', detail }];
  }
  if (!checkpointDue(head)) return obstacles(head);
  return [{ code: 'checkpoint-due', detail: `${isLive}, ${limits.keepRecent} stay: a checkpoint is due` }];
}

function merging(head: Head): Hint[] {
  if (!mergeDue(head)) return [];
  return [{ code: 'merge-due', detail: `${head.mergeable.summaries} summaries: the oldest become one` }];
}

function historyOff(messages: number): Hint[] {
  const off: Hint = {
    code: 'history-off',
    detail: 'the policy has no history part: nothing is summarised or cut',
  };
  if (messages <= WORTH_SUMMARISING) return [off];
  const detail = `${messages} live messages: above ${WORTH_SUMMARISING} summaries are worth having; assign a policy such as agentkit`;
  return [off, { code: 'summarise', detail }];
}

function obstacles({ openGroups, unreadFrom }: Head): Hint[] {
  if (openGroups.length > 0) {
    const calls = openGroups.flatMap(({ pending }) => pending).join(', ');
    return [{ code: 'open-group', detail: `the trigger is reached, but calls are open: ${calls}` }];
  }
  if (unreadFrom !== null) {
    return [
      {
        code: 'unread-results',
        detail: 'the trigger is reached, but the model has not read the newest results',
      },
    ];
  }
  return [
    {
      code: 'nothing-to-cover',
      detail: 'the trigger is reached, but the newest user message may not be passed',
    },
  ];
}
