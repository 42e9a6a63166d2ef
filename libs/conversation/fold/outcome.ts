import type { ErrorCode } from '../errors';
import type { RecordedEvent } from '../events';
import type { Draft } from './draft';

/** What became of an event. A refused one keeps its position and its reason and changes nothing else. */
export type Outcome =
  | { readonly status: 'applied' }
  | { readonly status: 'refused'; readonly code: ErrorCode; readonly detail: string };

export const applied: Outcome = { status: 'applied' };

export function refused(detail: string, code: ErrorCode = 'event-refused'): Outcome {
  return { status: 'refused', code, detail };
}

/** A decision of ours that comes too late, or is not ours: it counts as an attempt, so that the next one has another id. */
export function refusedDecision(draft: Draft, { type, id }: RecordedEvent, problem: string): Outcome {
  draft.update({ attempts: draft.head.attempts + 1 });
  return refused(`${type} ${id} was refused: ${problem}`);
}
