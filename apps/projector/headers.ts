import type { RecordHeaders } from '@verbatim/event-log';

/** A record's headers as they are kept: JSON of name to base64. */
export function encodeHeaders(headers: RecordHeaders): Buffer {
  const encoded = Object.entries(headers).map(([name, value]) => [name, value.toString('base64')]);
  return Buffer.from(JSON.stringify(Object.fromEntries(encoded)));
}
