import type { Notice } from './source';

/** What is said of broken histories: the codes are part of the answer (`losses`, `repairs`). */

export function emptyReply(event: string): Notice {
  return { code: 'empty-message', event, detail: 'it has neither content nor calls and is not shown' };
}

export function duplicateCall(event: string, part: number): Notice {
  const detail = 'a call before it in the turn has the same id; it is not shown';
  return { code: 'duplicate-call', event, part, detail };
}

export function duplicateResult(event: string, callId: string): Notice {
  const detail = `the call ${callId} had its result already; this one is not shown`;
  return { code: 'duplicate-result', event, detail };
}

export function orphanResult(event: string, detail: string): Notice {
  return { code: 'orphan-result', event, detail };
}

export function lateResult(event: string, callId: string): Notice {
  return { code: 'late-result', event, detail: `the call ${callId} is in a summary already` };
}

export function unfollowedReasoning(event: string): Notice {
  return {
    code: 'reasoning-unfollowed',
    event,
    detail: 'nothing follows its reasoning, which is not shown',
  };
}
