import {
  recordOf,
  type ConversationKey,
  type EventPlace,
  type ProjectionBatch,
} from '@verbatim/conversation-store';
import { discardsOf, type Discard } from '@verbatim/formats';

/** What operators gave up of a conversation, by event, as far as its journal is written. */
export async function journaledDiscards(
  batch: ProjectionBatch,
  key: ConversationKey,
): Promise<Map<string, Discard>> {
  return discardsOf((await batch.discards(key)).map(recordOf));
}

/**
 * Why an EventDiscarded comes to nothing; null where it takes effect. Only the log decides, never what this version
 * happens to know: otherwise a second projector would come to another state.
 */
export function whyNotDiscarded(event: string, place: Pick<EventPlace, 'dataversion'> | null): string | null {
  if (place === null) return `there is no event ${event} before it`;
  return place.dataversion > 1
    ? null
    : `event ${event} is of version 1, which no version of this service parks at`;
}
