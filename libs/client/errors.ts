type Problem = Readonly<Record<string, unknown>>;

/** The service answered with an error (RFC 9457). `code` is stable (see the service's OpenAPI document). */
export class VerbatimApiError extends Error {
  override readonly name = 'VerbatimApiError';

  constructor(
    /** Of HTTP. */
    readonly status: number,
    /** `http-<status>` where what answered is not the service, a proxy say. */
    readonly code: string,
    /** One sentence. */
    readonly detail: string,
    /** The whole document: `index` of a batch's entry, `calls` that are open, the figures of a budget. */
    readonly problem: Problem = {},
  ) {
    super(`${code}: ${detail}`);
  }

  static of(status: number, body: string): VerbatimApiError {
    const problem = parsed(body);
    const { code, detail, title } = problem;
    if (typeof code !== 'string')
      return new VerbatimApiError(status, `http-${status}`, body.trim().slice(0, 200));
    return new VerbatimApiError(status, code, String(detail ?? title ?? ''), problem);
  }
}

/** No answer came: the network failed or the time was over; `cause` says which. What was asked may still happen. */
export class VerbatimConnectionError extends Error {
  override readonly name = 'VerbatimConnectionError';
}

function parsed(text: string): Problem {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
