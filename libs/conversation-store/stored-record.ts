import type { StoredEvent } from './journal-row';

/** An event's record as the log had it: what reading it again needs. */
export interface StoredRecord {
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer>>;
  readonly key: Buffer | null;
  readonly origin: string;
}

/** The record of a journaled event; its bytes are the journal's. */
export function recordOf({ payload, headers, recordKey, log }: StoredEvent): StoredRecord {
  return {
    value: payload,
    headers: decodeHeaders(headers),
    key: recordKey,
    origin: log ? `${log.topic}/${log.partition}/${log.offset}` : '',
  };
}

/** A record's headers as journal and dead letters keep them: JSON of name to base64. */
export function encodeHeaders(headers: Readonly<Record<string, Buffer>>): Buffer {
  const encoded = Object.entries(headers).map(([name, value]) => [name, value.toString('base64')]);
  return Buffer.from(JSON.stringify(Object.fromEntries(encoded)));
}

/** As `encodeHeaders` wrote them; null where there were none. */
export function decodeHeaders(headers: Buffer | null): Record<string, Buffer> {
  if (headers === null) return {};
  const encoded = JSON.parse(headers.toString()) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(encoded).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
  );
}
