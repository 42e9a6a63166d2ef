import type { DefaultPolicyAnswer, Policy, PolicyPage, PutPolicyAnswer } from './api';
import type { CallOptions, Http } from './http';
import { pages } from './pages';

export type PolicyItem = PolicyPage['items'][number];

/**
 * When and how conversations are reduced. Asks with the scope `admin`. All methods throw VerbatimApiError,
 * VerbatimConnectionError or the signal's reason.
 */
export class Policies {
  constructor(private readonly http: Http) {}

  /** All policies by name, presets included; pages are fetched as they are consumed. */
  list({ signal }: CallOptions = {}): AsyncGenerator<PolicyItem, void> {
    return pages(this.http, '/v1/policies', signal);
  }

  /** A policy as it was resolved; `default` is the one that is the default. */
  async get(name: string, { signal }: CallOptions = {}): Promise<Policy> {
    return (await this.http.json({ method: 'GET', path: pathOf(name), signal })).value as Policy;
  }

  /** Keeps a document under a name; a document that contradicts itself is refused (`policy-invalid`). */
  async set(name: string, document: object, { signal }: CallOptions = {}): Promise<PutPolicyAnswer> {
    const body = JSON.stringify(document);
    return (await this.http.json({ method: 'PUT', path: pathOf(name), body, signal }))
      .value as PutPolicyAnswer;
  }

  /** Makes a policy the default, also of conversations in use that follow it. */
  async setDefault(name: string, { signal }: CallOptions = {}): Promise<DefaultPolicyAnswer> {
    const body = JSON.stringify({ name });
    const { value } = await this.http.json({ method: 'PUT', path: pathOf('default'), body, signal });
    return value as DefaultPolicyAnswer;
  }
}

function pathOf(name: string): string {
  return `/v1/policies/${encodeURIComponent(name)}`;
}
