import type { EventStatus } from './conversation-reader';

interface Reason {
  readonly code: string;
  readonly detail: string;
}

/**
 * What became of a journaled event (SPEC 9). `refusal` is what the fold kept beside it: a refusal, or that it was passed
 * over because an operator gave it up. `parked` is the conversation's reason where it stopped before this event.
 */
export function eventStatus(found: {
  readonly ignored: Reason | null;
  readonly refusal: Reason | null;
  readonly isBehind: boolean;
  readonly parked: Reason | null;
}): EventStatus {
  const { ignored, refusal, isBehind, parked } = found;
  if (ignored) return { status: 'ignored', error: ignored };
  if (refusal) return { status: refusal.code === 'event-discarded' ? 'ignored' : 'refused', error: refusal };
  if (isBehind) return { status: 'parked', error: parked };
  return { status: 'applied', error: null };
}
