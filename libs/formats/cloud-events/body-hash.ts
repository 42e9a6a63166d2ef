import { createHash } from 'node:crypto';
import { compact } from '../json-text';
import type { LogRecord, RecordSource } from './record-source';
import type { Attributes } from './attributes';

/**
 * SHA-256 (hex) by which two events of one id are the same (DESIGN, Events): type, subject, dataversion and data,
 * white space between tokens apart; time and the other attributes do not count. Data that is no JSON counts byte
 * by byte.
 */
export function bodyHashOf(envelope: Attributes, source: RecordSource, record: LogRecord): string {
  const isJson = source.dataProblem === null;
  const frame = [envelope.type, envelope.conversation, envelope.dataversion, isJson ? 'json' : 'bytes'];
  const rawBytes = source.mode === 'binary' ? record.value : null;
  return createHash('sha256')
    .update(`${JSON.stringify(frame)}\n`)
    .update(isJson ? compact(source.dataText) : (rawBytes ?? ''))
    .digest('hex');
}
