import { checkpointHistory, type Policy } from '../policy';
import type { Head, WorkingSet } from '../state';
import { checkpointDue, planCheckpoint, type CheckpointPlan } from './plan-checkpoint';
import { mergeDue, planMerge } from './plan-merge';

/** True where a history of checkpoints waits for an LLM, by the head alone. */
export function summaryDue(head: Head): boolean {
  return asksAnLlm(head.policy.document) && (checkpointDue(head) || mergeDue(head));
}

/** The summary to write next: of messages first, so that a merge that fails keeps none of them waiting. */
export function planSummary(ws: WorkingSet): CheckpointPlan | null {
  return asksAnLlm(ws.head.policy.document) ? (planCheckpoint(ws) ?? planMerge(ws)) : null;
}

/** Whether the summaries of its history are an LLM's to write. */
export function asksAnLlm(document: Policy): boolean {
  return checkpointHistory(document)?.summary === 'llm';
}
