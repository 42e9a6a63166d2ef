import {
  type ConversationEvent,
  type ErrorCode,
  eventDefinitions,
  type EventType,
  isEventType,
  likelyMeant,
  type Limits,
  type RunMarks,
  upcast,
  VerbatimError,
} from '@verbatim/conversation';
import { depth, JsonText } from '../json-text';
import { sentence } from '../sentence';
import { type Attributes, checkAttributes, readAttributes, tenantNamed } from './attributes';
import { bodyHashOf } from './body-hash';
import { readMessageData } from './message-data';
import { limitsFor } from './limits-for';
import { type LogRecord, readSource, type RecordSource } from './record-source';
import { storable } from './storable';

interface Named {
  readonly envelope: Attributes;
  readonly bodyHash: string;
}

/** A valid event of a type and version this service folds; `marks` are those of a message, else empty. */
export interface ReadEvent extends Named {
  readonly kind: 'event';
  readonly event: ConversationEvent;
  readonly marks: RunMarks;
}

/** Names a conversation and is journaled there, but never folded: `code` and `detail` say why. */
export interface IgnoredRecord extends Named {
  readonly kind: 'ignored';
  readonly code: ErrorCode;
  readonly detail: string;
}

/** A type we know in a version we do not: its conversation is parked. */
export interface NewerRecord extends Named {
  readonly kind: 'newer';
  readonly type: EventType;
  readonly dataversion: number;
}

/** Names no conversation: a dead letter. */
export interface UnreadableRecord {
  readonly kind: 'unreadable';
  /** The one that it names all the same; null where it names none, or what is none. */
  readonly tenant: string | null;
  readonly code: ErrorCode;
  readonly detail: string;
}

export type ReadRecord = ReadEvent | IgnoredRecord | NewerRecord | UnreadableRecord;

/** Reads one record of the log; whatever its bytes are, the answer says what becomes of it, and nothing is thrown. */
export function readRecord(record: LogRecord, configured: Limits): ReadRecord {
  const source = attempt(() => readSource(record));
  if (source instanceof VerbatimError) return { kind: 'unreadable', tenant: null, ...reasonOf(source) };
  const limits = limitsFor(source.attributes['type'], configured);
  const envelope = attempt(() => readAttributes(source, record.origin, limits));
  if (envelope instanceof VerbatimError) {
    return { kind: 'unreadable', tenant: tenantNamed(source, limits), ...reasonOf(envelope) };
  }
  const named: Named = { envelope, bodyHash: bodyHashOf(envelope, source, record) };
  const read = attempt(() => {
    checkRecordSize(record, limits);
    checkAttributes(source, limits);
    return readKnown(named, source, limits);
  });
  return read instanceof VerbatimError ? { kind: 'ignored', ...named, ...reasonOf(read) } : read;
}

function readKnown(named: Named, source: RecordSource, limits: Limits): ReadEvent | NewerRecord {
  const { type, dataversion } = named.envelope;
  if (!isEventType(type)) throw typeUnknown(type);
  const { version, foldedFrom } = eventDefinitions[type];
  if (dataversion > version) return { kind: 'newer', ...named, type, dataversion };
  if (foldedFrom === null || dataversion < foldedFrom) {
    const isKept =
      foldedFrom === null
        ? `${type} is kept but not acted on yet`
        : `version ${dataversion} of ${type} is kept but not acted on`;
    throw new VerbatimError('event-unsupported', `type: ${isKept}`);
  }
  if (source.dataProblem !== null) throw new VerbatimError('event-invalid', source.dataProblem);
  if (depth(source.dataText) > limits.depth) {
    throw new VerbatimError('too-large', `data: nested deeper than ${limits.depth}`);
  }
  const value = upcast(type, dataversion, version, source.data);
  const text = dataversion === version ? source.dataText : JSON.stringify(value);
  return { kind: 'event', ...named, ...readData(type, named.envelope, JsonText.of(text, value), limits) };
}

function typeUnknown(type: string): VerbatimError {
  const meant = likelyMeant(type, Object.keys(eventDefinitions));
  const hint = meant === null ? '' : `: did you mean ${meant}?`;
  return new VerbatimError('event-type-unknown', `type: ${type.slice(0, 100)} is not known${hint}`);
}

function readData(type: EventType, { id, time }: Attributes, text: JsonText, limits: Limits) {
  const data = text.value();
  if (type === 'MessageAppended') {
    const message = readMessageData(text, limits);
    const event: ConversationEvent = { type, id, time, data: message.data };
    return { event, marks: message.marks };
  }
  const result = eventDefinitions[type].data.safeParse(data);
  if (!result.success) throw new VerbatimError('event-invalid', sentence(result.error, data, 'data'));
  return { event: { type, id, time, data: result.data } as ConversationEvent, marks: {} };
}

function checkRecordSize({ value }: LogRecord, { eventBytes }: Limits): void {
  const bytes = value?.length ?? 0;
  if (bytes > eventBytes)
    throw new VerbatimError('too-large', `event: ${bytes} bytes, the limit is ${eventBytes}`);
}

function reasonOf({ code, message }: VerbatimError): { code: ErrorCode; detail: string } {
  return { code, detail: storable(message) };
}

function attempt<T>(read: () => T): T | VerbatimError {
  try {
    return read();
  } catch (error) {
    if (error instanceof VerbatimError) return error;
    // A schema lists all that is wrong, by way of the stack: a hundred thousand wrong elements overflow it.
    if (error instanceof RangeError)
      return new VerbatimError('event-invalid', 'data: too much of it is wrong', {}, { cause: error });
    throw error;
  }
}
