import {
  eventDefinitions,
  isDecisionId,
  isEventType,
  isOpeningPolicyId,
  isOwnType,
  VerbatimError,
  type Limits,
} from '@verbatim/conversation';
import type { StoredDeadLetter } from '@verbatim/conversation-store';
import { recordKey, type LogPosition, type OutgoingRecord, type RecordHeaders } from '@verbatim/event-log';
import { JsonText, readRecord, whyNotRead, withProperty, type ReadRecord } from '@verbatim/formats';

/** A record that goes into the log again. `event` is null where this service cannot read what it names. */
export interface RedrivenRecord {
  readonly record: OutgoingRecord;
  readonly event: { readonly tenant: string; readonly conversation: string; readonly eventId: string } | null;
}

export interface Redrive {
  /** A corrected event in place of an unreadable record. */
  readonly value: Buffer | null;
  /** The id that the event gets. */
  readonly as: string | null;
  /** Who asks, whose the letter is: a record of any other tenant is refused. */
  readonly tenant: string;
  readonly limits: Limits;
}

type Named = Exclude<ReadRecord, { kind: 'unreadable' }>;
type Written = Pick<OutgoingRecord, 'value'> & { readonly headers: RecordHeaders };

/** What an event is called that has no id of its own. */
export function placeOf({ topic, partition, offset }: LogPosition): string {
  return `${topic}/${partition}/${offset}`;
}

/**
 * The record of a dead letter as it goes into the log again: its very bytes, headers too, but for the event's id where it
 * needs one. An event without an id, and one whose id was taken, gets the place in the log that the letter came from: a
 * redrive that is repeated with the same words, because nobody could record the first, publishes the same event again,
 * which is a duplicate; with another id or correction it publishes another event. An id that the projector would not take
 * is refused. What this service cannot read is published as it is, into its partition: it becomes another letter, or an event of a
 * newer version.
 * @throws VerbatimError `request-invalid`, `tenant-forbidden`, `event-not-allowed`, `event-conflict`, or the code of
 *   what is wrong with a corrected event
 */
export function redrivenRecord(letter: StoredDeadLetter, redrive: Redrive): RedrivenRecord {
  const place = placeOf(letter.log);
  const written = writtenAs(letter, redrive);
  const read = readRecord({ ...written, key: letter.recordKey, origin: place }, redrive.limits);
  if (redrive.value !== null) refuseUnfit(read);
  refuseOthers(read, redrive);
  if (read.kind === 'unreadable') {
    if (redrive.as !== null) throw invalid('as: the record is unreadable, it cannot be given an id');
    const key = letter.recordKey?.toString('utf8') ?? '';
    return { record: { ...written, key, partition: letter.log.partition }, event: null };
  }
  const { tenant, conversation, id } = read.envelope;
  if (letter.kind === 'conflict' && redrive.as === letter.eventId) {
    throw new VerbatimError('event-conflict', `as: ${redrive.as} is the id that was taken`, { event: id });
  }
  const eventId = redrive.as ?? (letter.kind === 'conflict' ? place : id);
  const isGiven = eventId !== id || id === place;
  if (isGiven) refuseOwn(read);
  const named = isGiven ? withId(written, read, eventId) : written;
  refuseId(readRecord({ ...named, key: null, origin: place }, redrive.limits), eventId, redrive);
  return {
    record: { ...named, key: recordKey(tenant, conversation) },
    event: { tenant, conversation, eventId },
  };
}

function writtenAs({ kind, raw, headers }: StoredDeadLetter, { value }: Redrive): Written {
  if (value !== null && kind === 'conflict') throw invalid('value: only an unreadable record is corrected');
  if (value !== null) return { value, headers: {} };
  if (raw !== null) return { value: raw, headers };
  throw invalid('the record had no value: redrive it with a corrected one');
}

function refuseUnfit(read: ReadRecord): void {
  if (read.kind === 'unreadable') throw new VerbatimError(read.code, `value: ${read.detail}`);
  const fault = whyNotRead(read);
  if (fault !== null) throw new VerbatimError(fault.code, `value: ${fault.detail}`);
  refuseOwn(read);
}

/** One that cannot be read and names no tenant stays with who has its letter. */
function refuseOthers(read: ReadRecord, { value, tenant }: Redrive): void {
  const named = read.kind === 'unreadable' ? read.tenant : read.envelope.tenant;
  if (named === null || named === tenant) return;
  const what = value === null ? 'the record' : 'value';
  throw new VerbatimError('tenant-forbidden', `${what}: its tenant ${named} is not yours, ${tenant}`);
}

/** The projector would journal the event as ignored, under another id. */
function refuseId(read: ReadRecord, id: string, { as }: Redrive): void {
  const why = whyNotTaken(read, id);
  if (why === null) return;
  if (as !== null) throw invalid(`as: ${why}`);
  throw new VerbatimError('event-invalid', `${why}: give it another one with \`as\``);
}

function whyNotTaken(read: ReadRecord, id: string): string | null {
  if (read.kind === 'unreadable' || read.envelope.id !== id) return whyNotRead(read)?.detail ?? 'no id';
  const isReserved = isOpeningPolicyId(id) || (isDecisionId(id) && !isOwnType(read.envelope.type));
  return isReserved ? `id: ${id} is for events of our own services` : null;
}

/** What the services say themselves is signed over its bytes: another writer's is not taken. */
function refuseOwn({ envelope: { type } }: Named): void {
  if (!isEventType(type) || eventDefinitions[type].by === 'producer') return;
  const detail = `${type} comes from the ${eventDefinitions[type].by}: give its command again, and discard the letter`;
  throw new VerbatimError('event-not-allowed', detail);
}

function withId({ value, headers }: Written, { envelope }: Named, id: string): Written {
  if (envelope.mode === 'binary') return { value, headers: { ...headers, ce_id: Buffer.from(id) } };
  const event = JsonText.parse(new TextDecoder().decode(value));
  return { value: Buffer.from(withProperty(event, 'id', JSON.stringify(id))), headers };
}

function invalid(detail: string): VerbatimError {
  return new VerbatimError('request-invalid', detail);
}
