import { defaultLimits } from '@verbatim/conversation';
import { type LogRecord, readRecord, type ReadRecord } from '.';

/** What the smallest producer sends. */
export const data = { role: 'user', content: 'hello' };
export const minimal = { type: 'MessageAppended', subject: 'c1', data };

/** Reads a value (bytes, text, or an object that is written as JSON) as a consumer would hand it over. */
export function read(value: unknown, headers: LogRecord['headers'] = {}): ReadRecord {
  return readRecord({ value: bytesOf(value), headers, key: null, origin: 'events/3/17' }, defaultLimits);
}

/** `kind`, code and sentence of what became of a record. */
export function fate(value: unknown, headers?: LogRecord['headers']): string {
  const result = read(value, headers);
  return 'code' in result ? `${result.kind} ${result.code} ${result.detail}` : result.kind;
}

export function hash(value: unknown, headers?: LogRecord['headers']): string {
  const result = read(value, headers);
  return result.kind === 'unreadable' ? 'unreadable' : result.bodyHash;
}

function bytesOf(value: unknown): Buffer | null {
  if (value === null || Buffer.isBuffer(value)) return value;
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
}
