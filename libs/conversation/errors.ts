/**
 * Every error that a producer, a runtime or an operator can meet has one of these codes; they never change meaning.
 * Only apps map them to HTTP.
 */
export type ErrorCode =
  | 'event-invalid'
  | 'event-type-unknown'
  | 'event-unsupported'
  | 'event-version-unknown'
  | 'event-not-allowed'
  | 'unauthenticated'
  | 'forbidden'
  | 'tenant-forbidden'
  | 'event-refused'
  | 'event-ignored'
  | 'event-conflict'
  | 'event-discarded'
  | 'event-not-parked'
  | 'conversation-not-parked'
  | SignatureFault
  | 'too-large'
  | 'policy-invalid'
  | 'policy-not-found'
  | 'policy-shipped'
  | 'policy-in-use'
  | 'plugin-unknown'
  | 'plugin-exists'
  | 'plugin-fixed'
  | 'plugin-broken'
  | 'model-unknown'
  | 'conversation-not-found'
  | 'conversation-too-long'
  | 'checkpoint-not-found'
  | 'call-not-found'
  | 'event-not-found'
  | 'event-unknown'
  | 'cursor-unknown'
  | 'message-not-found'
  | 'message-erased'
  | 'dead-letter-not-found'
  | 'dead-letter-settled'
  | 'dead-letter-busy'
  | 'key-not-found'
  | 'call-id-reused'
  | 'id-ambiguous'
  | 'open-calls'
  | 'session-limit'
  | 'budget-impossible'
  | 'context-invalid'
  | 'request-invalid'
  | 'projection-behind'
  | 'projection-parked'
  | 'log-unavailable'
  | 'topic-unsuitable'
  | 'store-unavailable'
  | 'summary-unavailable';

/** Why an event of our own services is not taken for one. */
export type SignatureFault = 'signature-missing' | 'signature-invalid' | 'signature-key-unknown';

/** An expected failure: a stable code, one sentence that says what was wrong and where, and its figures. */
export class VerbatimError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'VerbatimError';
  }
}
