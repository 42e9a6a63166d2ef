import type { RecordedEvent } from '../events';
import { planOmission, savedByOmitting } from '../decide';
import type { Draft } from './draft';
import { basisProblem } from './fencing';
import { applied, refusedDecision, type Outcome } from './outcome';
import { compactionProblem, recordCompaction } from './record-compaction';

type Filtered = Extract<RecordedEvent, { type: 'ToolResultsFiltered' }>;

/** Omissions are decided here, at the message that causes them, and never taken back. */
export function omitIfDue(draft: Draft): void {
  const omittedThrough = planOmission(draft);
  if (omittedThrough === draft.head.omittedThrough) return;
  const { liveTokens, viewVersion } = draft.head;
  const saved = savedByOmitting(draft, omittedThrough);
  draft.update({ omittedThrough, liveTokens: liveTokens - saved, viewVersion: viewVersion + 1 });
}

/** Puts on record what the fold holds already, which it confirms and never undoes or repeats; summaries take effect here. */
export function recordFiltering(draft: Draft, event: Filtered): Outcome {
  const { results } = event.data;
  const isOmission = results.every(({ mode }) => mode === 'omitted');
  const problem =
    basisProblem(draft.head, event.data, event.position) ??
    (isOmission ? undecidedResult(draft, event) : compactionProblem(draft, event));
  if (problem !== null) return refusedDecision(draft, event, problem);
  if (isOmission) recordOmissions(draft, event);
  else recordCompaction(draft, event);
  return applied;
}

function recordOmissions(draft: Draft, { data: { results } }: Filtered): void {
  const through = Math.max(...results.map(({ result }) => result));
  draft.update({ omissionsRecorded: Math.max(draft.head.omissionsRecorded, through) });
}

function undecidedResult(draft: Draft, { data }: Filtered): string | null {
  const undecided = data.results.find(({ result }) => result > draft.head.omittedThrough);
  return undecided ? `tool result ${undecided.result} (${undecided.callId}) is not to be omitted` : null;
}
