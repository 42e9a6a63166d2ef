import type { EventStatus, StoredEvent } from '@verbatim/conversation-store';
import { withRaw } from './page';
import { dataTextOf } from './stored-data';

interface Reason {
  readonly code: string;
  readonly detail: string;
}

/** How far a conversation is folded, and why no further. */
export interface FoldedState {
  readonly applied: number;
  readonly parked: Reason | null;
}

/** JSON text of an event of the journal with what became of it (SPEC 9, `format=events`). */
export function eventText(stored: StoredEvent, refusal: Reason | null, state: FoldedState): string {
  const { eventId: id, position, type, time, receivedAt } = stored;
  const { status, error } = statusOf(stored, refusal, state);
  const fields = { id, position, type, time: time ?? receivedAt.toISOString(), status, error };
  return withRaw(fields, 'data', dataTextOf(stored));
}

function statusOf(stored: StoredEvent, refusal: Reason | null, state: FoldedState): EventStatus {
  if (stored.ignored) return { status: 'ignored', error: stored.ignored };
  if (refusal) return { status: 'refused', error: refusal };
  if (stored.position > state.applied) return { status: 'parked', error: state.parked };
  return { status: 'applied', error: null };
}
