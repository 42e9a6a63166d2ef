import type { ErrorCode } from '../errors';

/** What became of an event. A refused one keeps its position and its reason and changes nothing else. */
export type Outcome =
  | { readonly status: 'applied' }
  | { readonly status: 'refused'; readonly code: ErrorCode; readonly detail: string };

export const applied: Outcome = { status: 'applied' };

export function refused(detail: string, code: ErrorCode = 'event-refused'): Outcome {
  return { status: 'refused', code, detail };
}
