import type { RecordedEvent } from '../events';
import { planOmission } from '../decide';
import type { Draft } from './draft';
import { basisProblem } from './fencing';
import { applied, refused, type Outcome } from './outcome';

type Filtered = Extract<RecordedEvent, { type: 'ToolResultsFiltered' }>;

/** Omissions are decided here, at the message that causes them, and never taken back. */
export function omitIfDue(draft: Draft): void {
  const omittedThrough = planOmission(draft);
  if (omittedThrough === draft.head.omittedThrough) return;
  draft.update({ omittedThrough, viewVersion: draft.head.viewVersion + 1 });
}

/** Puts omissions on record that the fold holds already; it confirms, and never undoes or repeats. */
export function recordFiltering(draft: Draft, event: Filtered): Outcome {
  const { results } = event.data;
  const unsupported = results.find(({ mode }) => mode !== 'omitted');
  if (unsupported) return refused(`mode ${unsupported.mode} is not built yet`, 'event-unsupported');
  const problem = basisProblem(draft.head, event.data, event.position) ?? undecidedResult(draft, event);
  if (problem !== null) {
    draft.update({ attempts: draft.head.attempts + 1 });
    return refused(`ToolResultsFiltered ${event.id} was refused: ${problem}`);
  }
  const through = Math.max(...results.map(({ result }) => result));
  draft.update({ omissionsRecorded: Math.max(draft.head.omissionsRecorded, through) });
  return applied;
}

function undecidedResult(draft: Draft, { data }: Filtered): string | null {
  const undecided = data.results.find(({ result }) => result > draft.head.omittedThrough);
  return undecided ? `tool result ${undecided.result} (${undecided.callId}) is not to be omitted` : null;
}
