import { VerbatimError } from '@verbatim/conversation';
import { JsonText } from '../json-text';
import { misspelledKey } from '../sentence';

/** A record of the log as a consumer hands it over; `origin` is `topic/partition/offset`. */
export interface LogRecord {
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer | string>>;
  readonly key: Buffer | null;
  readonly origin: string;
}

/** The two halves of a CloudEvent before anything is checked. */
export interface RecordSource {
  readonly mode: 'structured' | 'binary';
  /** By CloudEvents name; null counts as absent (CloudEvents JSON format 2.2). A header that is not UTF-8 stays bytes. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Raw JSON text of `data`; `null` where there is none, or none that is JSON. */
  readonly dataText: string;
  /** What `dataText` parses to. */
  readonly data: unknown;
  /** Why there is no JSON in `data`, though its attributes could be read. */
  readonly dataProblem: string | null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws VerbatimError `event-invalid` where not even the attributes can be read */
export function readSource(record: LogRecord): RecordSource {
  return isBinary(record.headers) ? readBinary(record) : readStructured(record.value);
}

/** Kafka protocol binding 3: the content type decides, then the presence of `ce_` headers. */
function isBinary(headers: LogRecord['headers']): boolean {
  const contentType = String(headers['content-type'] ?? '').toLowerCase();
  if (contentType.startsWith('application/cloudevents')) return false;
  return headers['ce_type'] !== undefined || headers['ce_specversion'] !== undefined;
}

function readStructured(value: Buffer | null): RecordSource {
  if (value === null) throw new VerbatimError('event-invalid', 'the record has no value');
  const parsed = parseJson(value);
  if (!(parsed instanceof JsonText)) throw new VerbatimError('event-invalid', `the value is ${parsed}`);
  if (parsed.kind !== 'object')
    throw new VerbatimError('event-invalid', `the value is not an object: ${parsed.kind}`);
  const { data = null, ...attributes } = parsed.value() as Record<string, unknown>;
  const text = parsed.property('data')?.slice();
  return {
    mode: 'structured',
    attributes: withoutNulls(attributes),
    dataText: text ?? 'null',
    data,
    dataProblem: text === undefined ? `data is missing${misspelledKey('data', attributes)}` : null,
  };
}

function readBinary({ value, headers }: LogRecord): RecordSource {
  const attributes = Object.entries(headers)
    .filter(([name]) => name.startsWith('ce_'))
    .map(([name, header]) => [name.slice(3), headerText(header)]);
  const parsed = value === null ? 'missing' : parseJson(value);
  const isJson = parsed instanceof JsonText;
  return {
    mode: 'binary',
    attributes: withoutNulls(Object.fromEntries(attributes)),
    dataText: isJson ? parsed.slice() : 'null',
    data: isJson ? parsed.value() : null,
    dataProblem: isJson ? null : `data is ${parsed}`,
  };
}

function headerText(header: Buffer | string): string | Buffer {
  if (typeof header === 'string') return header;
  try {
    return utf8.decode(header);
  } catch {
    return header;
  }
}

function parseJson(bytes: Buffer): JsonText | string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return 'not UTF-8';
  }
  try {
    return JsonText.parse(text);
  } catch (error) {
    return error instanceof Error ? error.message : 'not JSON';
  }
}

function withoutNulls(attributes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined),
  );
}
