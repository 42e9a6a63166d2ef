import { noLimits, type Message } from '@verbatim/conversation';
import {
  recordOf,
  type ConversationKey,
  type ConversationReader,
  type StoredEvent,
} from '@verbatim/conversation-store';
import { readRecord } from '@verbatim/formats';

/** The canonical message of a MessageAppended in the journal; null where its bytes were erased. */
export function storedMessage(event: StoredEvent): Message | null {
  if (event.payload === null) return null;
  const read = readRecord(recordOf(event), noLimits);
  if (read.kind === 'event' && read.event.type === 'MessageAppended') return read.event.data;
  throw new Error(`event ${event.eventId} at position ${event.position} is no message that can be read`);
}

/** The message at a position; null where there is none any more. */
export async function messageAt(
  reader: Pick<ConversationReader, 'events'>,
  key: ConversationKey,
  position: number,
): Promise<Message | null> {
  const [event] = await reader.events(key, position - 1, position, 1);
  return event ? storedMessage(event) : null;
}
