import { noLimits, VerbatimError, type Role } from '@verbatim/conversation';
import { recordOf, type StoredEvent } from '@verbatim/conversation-store';
import { JsonText, readRecord, withoutProperties, type ReadRecord } from '@verbatim/formats';
import { API_SOURCE } from '../appending/write-api-event';

/** Keys that the append API adds beside a message. */
const OWN_KEYS = ['format', 'runId', 'iteration'];

/** Raw JSON text of an event's `data`; `null` where it has none that is JSON. */
export function dataTextOf(stored: StoredEvent): string {
  const read = readStored(stored);
  return read.kind === 'unreadable' ? 'null' : read.envelope.dataText;
}

/** Role and raw JSON text of a message. @throws VerbatimError `event-not-found` where the event is none */
export function messageOf(stored: StoredEvent): { role: Role; messageText: string } {
  const read = readStored(stored);
  if (read.kind !== 'event' || read.event.type !== 'MessageAppended') {
    throw new VerbatimError('event-not-found', `event ${stored.eventId} is not a message`);
  }
  return { role: read.event.data.role, messageText: asItCame(stored, read.envelope.dataText) };
}

/** What a producer wrote into an event is shown whole; of our own writing only what the request had. */
function asItCame({ source }: StoredEvent, dataText: string): string {
  return source === API_SOURCE ? withoutProperties(JsonText.parse(dataText), OWN_KEYS) : dataText;
}

function readStored(stored: StoredEvent): ReadRecord {
  return readRecord(recordOf(stored), noLimits);
}
