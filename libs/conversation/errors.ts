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
  | 'too-large'
  | 'policy-invalid'
  | 'policy-not-found'
  | 'plugin-unknown'
  | 'plugin-exists'
  | 'plugin-fixed'
  | 'model-unknown'
  | 'conversation-not-found'
  | 'checkpoint-not-found'
  | 'call-not-found'
  | 'event-not-found'
  | 'message-not-found'
  | 'message-erased'
  | 'dead-letter-not-found'
  | 'key-not-found'
  | 'call-id-reused'
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
