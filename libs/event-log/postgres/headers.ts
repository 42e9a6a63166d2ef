import type { RecordHeaders } from '../event-log';

/** JSON text: an object of base64 strings. */
export function encodeHeaders(headers: RecordHeaders): string {
  const encoded = Object.entries(headers).map(([name, value]) => [name, value.toString('base64')]);
  return JSON.stringify(Object.fromEntries(encoded));
}

export function decodeHeaders(json: string): RecordHeaders {
  const encoded: Record<string, string> = JSON.parse(json);
  const decoded = Object.entries(encoded).map(([name, value]) => [name, Buffer.from(value, 'base64')]);
  return Object.fromEntries(decoded);
}
