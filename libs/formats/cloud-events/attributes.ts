import { createHash } from 'node:crypto';
import { DEFAULT_TENANT, envelopeSchema, type Limits, VerbatimError } from '@verbatim/conversation';
import { z } from 'zod';
import { misspelledKey, quote, sentence } from '../sentence';
import type { RecordSource } from './record-source';
import { isLongerThan, isStorable, isTooLongTogether, storable } from './storable';

/**
 * The attributes of a CloudEvent. All of it can be stored as text: `type`, `source` and the ids of cause and
 * correlation show NUL and lone surrogates escaped. `time` is RFC 3339 or null.
 */
export interface Attributes {
  readonly tenant: string;
  /** The event's `subject`. */
  readonly conversation: string;
  /** The producer's id; the record's origin where there is none; `sha256:…` of one too long or not storable. */
  readonly id: string;
  readonly type: string;
  readonly source: string | null;
  readonly time: string | null;
  readonly dataversion: number;
  readonly causationId: string | null;
  readonly correlationId: string | null;
  /** Raw JSON text of `data`. */
  readonly dataText: string;
  readonly mode: 'structured' | 'binary';
}

const LARGEST_VERSION = 2 ** 31 - 1;
const attributesSchema = envelopeSchema.omit({ data: true });
const timestamp = z.iso.datetime({ offset: true });

/** @throws VerbatimError where the attributes name no conversation or no type */
export function readAttributes(source: RecordSource, origin: string, limits: Limits): Attributes {
  const { attributes, dataText, mode } = source;
  const tenant = readName('tenantid', attributes['tenantid'] ?? DEFAULT_TENANT, limits);
  const conversation = readName('subject', named('subject', attributes), limits);
  const id = readId(attributes['id'], origin, limits);
  const version = envelopeSchema.shape.dataversion.safeParse(attributes['dataversion']);
  return {
    tenant,
    conversation,
    id: isTooLongTogether(tenant, conversation, id) ? shortId(id) : id,
    type: readType(named('type', attributes)),
    source: readText(attributes['source']),
    time: readTime(attributes['time']),
    dataversion: version.success && version.data <= LARGEST_VERSION ? version.data : 1,
    causationId: readText(attributes['causationid']),
    correlationId: readText(attributes['correlationid']),
    dataText,
    mode,
  };
}

/** The tenant that the attributes name, whatever else is wrong with them; null where they name none, or what is none. */
export function tenantNamed({ attributes: { tenantid } }: RecordSource, limits: Limits): string | null {
  if (typeof tenantid !== 'string' || tenantid === '' || !isStorable(tenantid)) return null;
  return isLongerThan(tenantid, limits.idCharacters) || isTooLongTogether(tenantid) ? null : tenantid;
}

/** @throws VerbatimError for an envelope that is not a valid one of ours, or whose id is over the limit */
export function checkAttributes({ attributes }: RecordSource, limits: Limits): void {
  const result = attributesSchema.safeParse(attributes);
  if (!result.success) throw invalid(sentence(result.error, attributes, ''));
  const { specversion = '1.0', id = '', dataversion } = result.data;
  if (!/^1\.\d+$/.test(specversion))
    throw invalid(`specversion: ${quote(specversion)} is not read, only 1.x`);
  if (dataversion > LARGEST_VERSION) throw invalid(`dataversion: ${dataversion} is over ${LARGEST_VERSION}`);
  if (isLongerThan(id, limits.idCharacters)) {
    throw new VerbatimError('too-large', `id: over ${limits.idCharacters} characters`);
  }
  const { tenantid = DEFAULT_TENANT, subject } = result.data;
  if (isTooLongTogether(tenantid, subject, id)) {
    throw new VerbatimError('too-large', 'id: together with subject and tenantid over 2500 bytes');
  }
  if (!isStorable(id)) throw invalid('id: NUL and lone surrogates are not allowed in ids');
}

/** @throws VerbatimError where the attribute is missing; another one may be it, written wrongly */
function named(name: string, attributes: RecordSource['attributes']): unknown {
  const value = attributes[name];
  if (value !== undefined) return value;
  throw invalid(`${name} is missing${misspelledKey(name, attributes)}`);
}

function readName(attribute: string, value: unknown, limits: Limits): string {
  if (typeof value !== 'string' || value === '')
    throw invalid(`${attribute}: expected a text, got ${quote(value)}`);
  if (!isStorable(value)) throw invalid(`${attribute}: NUL and lone surrogates are not allowed in names`);
  if (!isLongerThan(value, limits.idCharacters)) return value;
  throw new VerbatimError('too-large', `${attribute}: over ${limits.idCharacters} characters`);
}

function readType(value: unknown): string {
  if (typeof value === 'string' && value !== '') return storable(value);
  throw invalid(`type: expected a text, got ${quote(value)}`);
}

function readId(value: unknown, origin: string, limits: Limits): string {
  if (typeof value !== 'string' || value === '') return origin;
  if (isStorable(value) && !isLongerThan(value, limits.idCharacters)) return value;
  return shortId(value);
}

function shortId(id: string): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(id)).digest('hex')}`;
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? storable(value) : null;
}

/** Years and offsets that Postgres has no timestamp for are left out too. */
function readTime(value: unknown): string | null {
  const result = timestamp.safeParse(value);
  if (!result.success || result.data.startsWith('0000')) return null;
  return /(Z|[+-](0\d|1[0-4]):\d\d)$/.test(result.data) ? result.data : null;
}

function invalid(detail: string): VerbatimError {
  return new VerbatimError('event-invalid', detail);
}
