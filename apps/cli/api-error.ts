import { exitCodes } from './exit-codes';
import { CommandFailure } from './failure';

/** What a problem document (RFC 9457) of the service says. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** Which entry of a batch, from 0. */
  readonly index?: number | undefined;
}

const advice: Readonly<Record<string, string>> = {
  'conversation-not-found': '`verbatim conversations` lists them',
  'model-unknown': '`verbatim models list` lists them',
  'policy-not-found': '`verbatim policy list` lists them',
  'plugin-unknown': '`verbatim plugins list` lists them',
  'session-limit': '`verbatim settings set sessions.max N` sets it',
  'dead-letter-not-found': '`verbatim dead-letters list` lists them',
  'dead-letter-busy': '`verbatim dead-letters show ID` shows what was decided',
  'call-not-found': '`verbatim calls CONVERSATION` lists them with their numbers',
  'budget-impossible': 'give a larger --budget',
  'open-calls': 'append their results, or ask with --open-calls placeholder',
  'projection-behind': 'try again, or see /readyz of the service',
  unauthenticated: 'give a key with --api-key or VERBATIM_API_KEY; `verbatim keys create` makes one',
  forbidden: 'use a key that has it; `verbatim keys create --scopes …` makes one',
  'tenant-forbidden': 'leave --tenant out, or use a key of that tenant',
  'key-not-found': '`verbatim keys list` lists them',
  'log-unavailable': 'try again, or see /readyz of the service',
};

/** The service answered with an error. The message reads `code: detail (what to do)`. */
export class ApiError extends CommandFailure {
  constructor(readonly problem: Problem) {
    const hint = advice[problem.code];
    super(
      `${problem.code}: ${problem.detail}${hint === undefined ? '' : ` (${hint})`}`,
      [401, 403].includes(problem.status) ? exitCodes.unauthenticated : exitCodes.failed,
    );
    this.name = 'ApiError';
  }

  static of(status: number, body: string): ApiError {
    return new ApiError(readProblem(status, body));
  }
}

function readProblem(status: number, body: string): Problem {
  const document = parsed(body);
  const { code, detail, title, index } = document;
  if (typeof code !== 'string') {
    const start = body.trim().slice(0, 200);
    return { status, code: `http-${status}`, detail: start === '' ? 'the answer has no body' : start };
  }
  const text = [detail, title].find((one) => typeof one === 'string') ?? `status ${status}`;
  return { status, code, detail: text, index: typeof index === 'number' ? index : undefined };
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
