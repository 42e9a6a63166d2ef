/** Who asks: the tenant that every read and write is confined to, and what the request may do there. */
export interface Caller {
  readonly tenant: string;
  readonly scopes: readonly string[];
  /** For the record of what operators decide: the API key's id, `configured-…` of a configured one, or `local`. */
  readonly by: string;
}

const callers = new WeakMap<object, Caller>();

export function admit(request: object, caller: Caller): void {
  callers.set(request, caller);
}

/** Throws where nobody was admitted: a route outside of what is authenticated must not serve anyone's data. */
export function callerOf(request: object): Caller {
  const caller = callers.get(request);
  if (caller !== undefined) return caller;
  throw new Error('a request came past authentication');
}
