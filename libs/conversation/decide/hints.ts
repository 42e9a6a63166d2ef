import { live, liveCounted, type Head } from '../state';
import { checkpointDue } from './plan-checkpoint';

/** Above this many live messages a summary is worth having (SPEC 1). */
const WORTH_SUMMARISING = 50;

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
    | 'checkpoint-due';
  readonly detail: string;
}

/** What the source's documentation would answer: is it on, where is the live count against the trigger, what is open. */
export function reductionHints(head: Head): Hint[] {
  const { history } = head.policy.document;
  const counted = liveCounted(head);
  if (!history) return historyOff(live(head));
  const trigger = head.activeCheckpoints > 0 ? history.retriggerAt : history.triggerAt;
  const exempt = live(head) - counted;
  const hints: Hint[] =
    exempt > 0
      ? [
          {
            code: 'revoked-exempt',
            detail: `${exempt} live messages of revoked ranges count again from the next policy on`,
          },
        ]
      : [];
  if (counted < trigger) {
    return [
      ...hints,
      { code: 'below-trigger', detail: `${counted} live messages, the next checkpoint is due at ${trigger}` },
    ];
  }
  if (checkpointDue(head)) {
    return [
      ...hints,
      {
        code: 'checkpoint-due',
        detail: `${counted} live messages, ${history.keepRecent} stay: a checkpoint is due`,
      },
    ];
  }
  return [...hints, ...obstacles(head)];
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
