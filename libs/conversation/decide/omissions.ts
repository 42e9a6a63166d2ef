import type { Head, WorkingSet } from '../state';
import { decisionId } from './decision-id';

/**
 * The number of the newest tool result to show as a placeholder (SPEC 3): all but the last N, never one that the model
 * has not read, and only once that clears enough tokens. Never less than what is omitted already.
 */
export function planOmission(ws: WorkingSet): number {
  const { head } = ws;
  const policy = head.policy.document.toolResults;
  if (!policy || policy.keepRecent === 0) return head.omittedThrough;
  const readable = policy.protectUnread ? head.readResults : head.results;
  const through = Math.min(head.results - policy.keepRecent, readable);
  if (through <= head.omittedThrough) return head.omittedThrough;
  if (policy.clearAtLeast === 0) return through;
  const cleared = tokensThrough(ws, through) - tokensThrough(ws, head.omittedThrough);
  return cleared >= policy.clearAtLeast ? through : head.omittedThrough;
}

/** Id of the event that puts the omissions up to result `through` on record. */
export function omissionId(head: Head, through: number): string {
  return decisionId(head, `tool-results.${head.omissionsRecorded + 1}-${through}`);
}

function tokensThrough(ws: WorkingSet, result: number): number {
  return result === 0 ? 0 : (ws.itemOfResult(result)?.resultTokensThrough ?? 0);
}
