import { isDeepStrictEqual } from 'node:util';
import { defaultLimits } from '@verbatim/conversation';
import { readRecord, whyNotRead } from '@verbatim/formats';

/** A record as a producer would put it into the log. */
export interface Sample {
  /** Says which one it is, to a person. */
  readonly name?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The record's value. */
  readonly text: string;
  /** What its message is read as, where that was promised. */
  readonly message?: object;
}

/** Why a record would not be taken; the codes are those that the journal puts beside it, and `contract-broken`. */
export interface Fault {
  readonly code: string;
  readonly detail: string;
}

/** Reads a record as the projector will, with the default limits. Null where all is well. */
export function faultOf({ text, headers, message }: Sample): Fault | null {
  const record = readRecord(
    { value: Buffer.from(text), headers, key: null, origin: 'sample' },
    defaultLimits,
  );
  const fault = whyNotRead(record);
  if (fault !== null || message === undefined) return fault;
  const read: unknown = record.kind === 'event' ? JSON.parse(JSON.stringify(record.event.data)) : null;
  if (isDeepStrictEqual(read, message)) return null;
  return { code: 'contract-broken', detail: `read as ${JSON.stringify(read)}` };
}
