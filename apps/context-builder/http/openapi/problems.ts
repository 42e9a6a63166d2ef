import { problem, problemStatus, type ProblemCode } from '../problem';

/** What every operation may answer, once among the components; the first code is the example. */
const everywhere = {
  RequestInvalid: {
    codes: ['request-invalid'],
    detail: 'request.model: expected a string, nothing was written',
  },
  Unauthenticated: { codes: ['unauthenticated'], detail: 'an API key is needed' },
  Forbidden: {
    codes: ['forbidden', 'tenant-forbidden'],
    detail: 'the API key does not have the scope admin',
  },
  TooLarge: { codes: ['too-large'], detail: 'messages: 1200 entries, the limit is 1000' },
  InternalError: {
    codes: ['internal-error'],
    detail: 'something went wrong that the log of the service explains',
  },
  Unavailable: { codes: ['store-unavailable', 'overloaded'], detail: 'the database cannot be reached' },
} as const satisfies Record<string, { readonly codes: readonly ProblemCode[]; readonly detail: string }>;

type Shared = keyof typeof everywhere;
const shared = Object.entries(everywhere) as [Shared, { codes: readonly ProblemCode[]; detail: string }][];

export function sharedResponses(): Record<string, object> {
  return Object.fromEntries(
    shared.map(([name, { codes, detail }]) => [
      name,
      response(codes, problem(codes[0] ?? 'internal-error', detail)),
    ]),
  );
}

/** Problems of one status share an entry, which names their codes. */
export function problems(own: readonly ProblemCode[]): Record<string, object> {
  const always = new Map<number, [Shared, readonly ProblemCode[]]>(
    shared.map(([name, { codes }]) => [problemStatus[codes[0] ?? 'internal-error'], [name, codes]]),
  );
  const statuses = [...new Set([...always.keys(), ...own.map((code) => problemStatus[code])])];
  return Object.fromEntries(
    statuses
      .toSorted((a, b) => a - b)
      .map((status) => {
        const [name, codes] = always.get(status) ?? ([null, []] as const);
        const added = own.filter(
          (code) => problemStatus[code] === status && !(codes as readonly ProblemCode[]).includes(code),
        );
        if (added.length === 0) return [status, { $ref: `#/components/responses/${String(name)}` }];
        return [status, response([...added, ...codes])];
      }),
  );
}

function response(codes: readonly ProblemCode[], example?: object): object {
  const again = codes.some((code) => [429, 503].includes(problemStatus[code]));
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...(again ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } } : {}),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        ...(example === undefined ? {} : { example }),
      },
    },
  };
}

export const sharedHeaders = {
  RetryAfter: {
    description: 'Seconds after which the request may be sent again.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
};
