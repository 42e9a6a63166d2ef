import { VerbatimError, type Limits, type Role } from '@verbatim/conversation';
import type { StoredEvent } from '@verbatim/conversation-store';
import { JsonText, readRecord, withoutProperties, type ReadRecord } from '@verbatim/formats';
import { API_SOURCE } from '../appending/write-api-event';

/** What the journal has is shown whatever the limits are now. */
const NO_LIMITS: Limits = {
  eventBytes: Infinity,
  textBytes: Infinity,
  parts: Infinity,
  depth: Infinity,
  batch: Infinity,
  idCharacters: Infinity,
};

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

function readStored({ payload, headers, recordKey, log }: StoredEvent): ReadRecord {
  const origin = log === null ? '' : `${log.topic}/${log.partition}/${log.offset}`;
  return readRecord({ value: payload, headers: decoded(headers), key: recordKey, origin }, NO_LIMITS);
}

function decoded(headers: Buffer | null): Record<string, Buffer> {
  if (headers === null) return {};
  const encoded = JSON.parse(headers.toString()) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(encoded).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
  );
}
