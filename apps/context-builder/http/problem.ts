import { VerbatimError, type ErrorCode } from '@verbatim/conversation';

/** Codes of errors that only HTTP has. */
type HttpCode = 'route-not-found' | 'method-not-allowed' | 'internal-error' | 'overloaded';
export type ProblemCode = ErrorCode | HttpCode;

/** The one place where codes become HTTP statuses. */
export const problemStatus: Readonly<Record<ProblemCode, number>> = {
  'event-invalid': 400,
  'event-type-unknown': 400,
  'event-version-unknown': 400,
  'request-invalid': 400,
  unauthenticated: 401,
  'event-not-allowed': 403,
  forbidden: 403,
  'tenant-forbidden': 403,
  'policy-not-found': 404,
  'conversation-not-found': 404,
  'checkpoint-not-found': 404,
  'call-not-found': 404,
  'event-not-found': 404,
  'event-unknown': 404,
  'cursor-unknown': 404,
  'message-not-found': 404,
  'dead-letter-not-found': 404,
  'key-not-found': 404,
  'route-not-found': 404,
  'method-not-allowed': 405,
  'plugin-exists': 409,
  'plugin-fixed': 409,
  'policy-shipped': 409,
  'policy-in-use': 409,
  'call-id-reused': 409,
  'id-ambiguous': 409,
  'open-calls': 409,
  'event-refused': 409,
  'event-ignored': 409,
  'event-conflict': 409,
  'event-discarded': 409,
  'event-not-parked': 409,
  'conversation-not-parked': 409,
  'dead-letter-settled': 409,
  'dead-letter-busy': 409,
  'signature-missing': 409,
  'signature-invalid': 409,
  'signature-key-unknown': 409,
  'projection-parked': 409,
  'message-erased': 410,
  'too-large': 413,
  'event-unsupported': 422,
  'policy-invalid': 422,
  'plugin-unknown': 422,
  'plugin-broken': 422,
  'conversation-too-long': 422,
  'model-unknown': 422,
  'budget-impossible': 422,
  'context-invalid': 422,
  'session-limit': 429,
  'internal-error': 500,
  'projection-behind': 503,
  'log-unavailable': 503,
  'topic-unsuitable': 503,
  'store-unavailable': 503,
  overloaded: 503,
  'summary-unavailable': 503,
};

/** RFC 9457, `application/problem+json`; an error's figures stand beside the standard members. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly [figure: string]: unknown;
}

export function problem(
  code: ProblemCode,
  detail: string,
  figures: Readonly<Record<string, unknown>> = {},
): Problem {
  const words = code.replaceAll('-', ' ');
  const standard = {
    type: `urn:verbatim:problem:${code}`,
    title: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    status: problemStatus[code],
    code,
    detail,
  };
  return { ...standard, ...figures, ...standard };
}

export function problemOf({ code, message, details }: VerbatimError): Problem {
  return problem(code, message, details);
}
