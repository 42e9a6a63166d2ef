import { noLimits, type Message } from '@verbatim/conversation';
import { recordOf, type StoredEvent } from '@verbatim/conversation-store';
import { readRecord } from '@verbatim/formats';

/** The canonical message of a MessageAppended in the journal; null where its bytes were erased. */
export function storedMessage(event: StoredEvent): Message | null {
  if (event.payload === null) return null;
  const read = readRecord(recordOf(event), noLimits);
  if (read.kind === 'event' && read.event.type === 'MessageAppended') return read.event.data;
  throw new Error(`event ${event.eventId} at position ${event.position} is no message that can be read`);
}
