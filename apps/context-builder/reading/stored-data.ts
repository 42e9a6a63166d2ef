import { noLimits, VerbatimError, type Message, type Role } from '@verbatim/conversation';
import { recordOf, type StoredEvent } from '@verbatim/conversation-store';
import { JsonText, readRecord, withoutOwnKeys, type ReadRecord } from '@verbatim/formats';
import { API_SOURCE } from '../appending/write-api-event';

/** A message of the journal: its raw JSON text, and what it was read into. */
export interface JournaledMessage {
  readonly role: Role;
  readonly messageText: string;
  readonly message: Message;
}

/** Raw JSON text of an event's `data`; `null` where it has none that is JSON. */
export function dataTextOf(stored: StoredEvent): string {
  const read = readStored(stored);
  return read.kind === 'unreadable' ? 'null' : read.envelope.dataText;
}

/**
 * @throws VerbatimError `message-not-found` where the event is none; `message-erased`, `event-ignored` or
 * `projection-parked` where it is one that cannot be read
 */
export function messageOf(stored: StoredEvent): JournaledMessage {
  const { eventId, type } = stored;
  const about = { event: eventId };
  if (type !== 'MessageAppended') {
    throw new VerbatimError('message-not-found', `event ${eventId} is not a message: it is ${type}`, about);
  }
  if (stored.payload === null && stored.salt === null) {
    throw new VerbatimError('message-erased', `message ${eventId} was erased`, about);
  }
  const read = readStored(stored);
  if (read.kind === 'newer') {
    const detail = `message ${eventId} is of version ${read.dataversion}, which this service does not read yet`;
    throw new VerbatimError('projection-parked', detail, about);
  }
  if (read.kind !== 'event' || read.event.type !== 'MessageAppended') {
    const reason = 'detail' in read ? `: ${read.detail}` : '';
    throw new VerbatimError('event-ignored', `message ${eventId} cannot be read${reason}`, about);
  }
  const message = read.event.data;
  return { role: message.role, messageText: asItCame(stored, read.envelope.dataText), message };
}

/** What a producer wrote into an event is shown whole; of our own writing only what the request had. */
function asItCame({ source }: StoredEvent, dataText: string): string {
  return source === API_SOURCE ? withoutOwnKeys(JsonText.parse(dataText)).text : dataText;
}

function readStored(stored: StoredEvent): ReadRecord {
  return readRecord(recordOf(stored), noLimits);
}
