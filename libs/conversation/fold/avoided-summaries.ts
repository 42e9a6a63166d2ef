import { asksAnLlm, thresholds } from '../decide';
import type { RecordedEvent } from '../events';
import { isPinned } from '../message';
import type { Draft } from './draft';

/**
 * A message that leaves more live than a reduction keeps would have cost a summary if there were one at every message; as
 * long as an earlier checkpoint and the slack up to the trigger keep it from that, it is avoided (SPEC 2).
 */
export function countAvoidedSummary(draft: Draft, event: RecordedEvent): void {
  if (event.type !== 'MessageAppended' || isPinned(event.data.role)) return;
  const { head } = draft;
  const limits = thresholds(head);
  if (!limits || !asksAnLlm(head.policy.document)) return;
  const { live, keepRecent, trigger } = limits;
  const isAvoided = head.activeCheckpoints > 0 && keepRecent < live && live < trigger;
  if (isAvoided) draft.update({ summariesAvoided: head.summariesAvoided + 1 });
}
