import {
  eventDefinitions,
  isDecisionId,
  isEventType,
  VerbatimError,
  type ErrorCode,
  type Limits,
  type Origin,
} from '@verbatim/conversation';
import { readRecord, whyNotRead, type Attributes } from '@verbatim/formats';

/** An event that is ready for the log: structured CloudEvents JSON that names its conversation, tenant and id. */
export interface OutgoingEvent {
  readonly tenant: string;
  readonly conversation: string;
  readonly id: string;
  readonly type: string;
  readonly text: string;
}

export interface CheckOptions {
  readonly limits: Limits;
  /** Whose events may pass. */
  readonly by: Origin;
  /** How a message names the event, such as `messages[2]`. */
  readonly name: string;
  /** The event's place in the request. */
  readonly index?: number;
}

/**
 * Reads an event as the projector will. Throws the VerbatimError that the journal would put beside it (`event-invalid`,
 * `event-type-unknown`, `event-version-unknown`, `event-unsupported`, `too-large`), or `event-not-allowed`.
 */
export function checkEvent(text: string, options: CheckOptions): OutgoingEvent {
  const read = readRecord({ value: Buffer.from(text), headers: {}, key: null, origin: '' }, options.limits);
  if (read.kind === 'unreadable') throw refusal(read.code, read.detail, options);
  const { type, tenant, conversation, id } = read.envelope;
  checkOrigin(type, options);
  checkId(id, options);
  const fault = whyNotRead(read);
  if (fault !== null) throw refusal(fault.code, fault.detail, options);
  return { tenant, conversation, id, type, text };
}

function checkOrigin(type: Attributes['type'], options: CheckOptions): void {
  if (!isEventType(type) || eventDefinitions[type].by === options.by) return;
  throw refusal(
    'event-not-allowed',
    `${type} comes from the ${eventDefinitions[type].by}, not a ${options.by}`,
    options,
  );
}

/** The projector would ignore it: such an id is kept for what the summarizer derives it from. */
function checkId(id: string, options: CheckOptions): void {
  if (options.by !== 'producer' || !isDecisionId(id)) return;
  throw refusal('event-invalid', `id: ${id} is for events of our own services`, options);
}

function refusal(code: ErrorCode, detail: string, { name, index }: CheckOptions): VerbatimError {
  return new VerbatimError(code, `${name}: ${detail}`, index === undefined ? {} : { index });
}
