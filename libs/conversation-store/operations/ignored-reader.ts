import type { ErrorCode } from '@verbatim/conversation';
import type { LogPosition } from '@verbatim/event-log';

/** Why an event that names a conversation may be ignored: what its producer wrote, then what poses as ours. */
export const ignoredCodes = [
  'event-invalid',
  'event-type-unknown',
  'event-unsupported',
  'too-large',
  'event-refused',
  'signature-missing',
  'signature-invalid',
  'signature-key-unknown',
] as const satisfies readonly ErrorCode[];

/** An event that is in the journal and changed nothing, and why. */
export interface IgnoredEvent {
  readonly conversation: string;
  readonly position: number;
  readonly eventId: string;
  readonly type: string;
  /** The producer, as the event names it. */
  readonly source: string | null;
  readonly time: string | null;
  readonly error: { readonly code: string; readonly detail: string };
  readonly log: LogPosition | null;
  readonly receivedAt: Date;
}

/** Ignored events of one code and one source. */
export interface IgnoredGroup {
  readonly code: string;
  readonly source: string | null;
  readonly count: number;
  readonly newest: IgnoredEvent;
}

/** Where a list goes on. */
export interface IgnoredPlace {
  /** ISO 8601 in microseconds, as Postgres keeps it. */
  readonly receivedAt: string;
  readonly conversation: string;
  readonly position: number;
}

/** Events of one tenant that were ignored. The cost grows with what was ignored, never with the journal. */
export interface IgnoredReader {
  /** Of the last hours, by code and source; of the newest `IGNORED_COUNTED` events alone. */
  groups(tenant: string, hours: number): Promise<IgnoredGroup[]>;
  /** Of one code, the newest first, each with its place. */
  events(
    tenant: string,
    code: string,
    page: { readonly after: IgnoredPlace | null; readonly limit: number },
  ): Promise<(IgnoredEvent & { readonly place: IgnoredPlace })[]>;
}
