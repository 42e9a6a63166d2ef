import type { Limits, Message } from '@verbatim/conversation';
import type { StoredEvent } from '@verbatim/conversation-store';
import { readRecord } from '@verbatim/formats';

/** What the journal accepted once is read again, whatever the limits are now. */
const NO_LIMITS: Limits = {
  eventBytes: Infinity,
  textBytes: Infinity,
  parts: Infinity,
  depth: Infinity,
  batch: Infinity,
  idCharacters: Infinity,
};

/** The canonical message of a MessageAppended in the journal; null where its bytes were erased. */
export function storedMessage(event: StoredEvent): Message | null {
  if (event.payload === null) return null;
  const origin = event.log ? `${event.log.topic}/${event.log.partition}/${event.log.offset}` : '';
  const headers = decodeHeaders(event.headers);
  const read = readRecord({ value: event.payload, headers, key: event.recordKey, origin }, NO_LIMITS);
  if (read.kind === 'event' && read.event.type === 'MessageAppended') return read.event.data;
  throw new Error(`event ${event.eventId} at position ${event.position} is no message that can be read`);
}

function decodeHeaders(headers: Buffer | null): Record<string, Buffer> {
  if (headers === null) return {};
  const encoded = JSON.parse(headers.toString()) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(encoded).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
  );
}
