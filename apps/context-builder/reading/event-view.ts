import { eventStatus, type StoredEvent } from '@verbatim/conversation-store';
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
  const { status, error } = eventStatus({
    ignored: stored.ignored,
    refusal,
    isBehind: position > state.applied,
    parked: state.parked,
  });
  const fields = { id, position, type, time: time ?? receivedAt.toISOString(), status, error };
  return withRaw(fields, 'data', dataTextOf(stored));
}
