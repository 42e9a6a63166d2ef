import type { CallPage, Receipt, SentAnswer, Verification } from './api';
import type { CallOptions, Http } from './http';
import { pages } from './pages';

export type CallItem = CallPage['items'][number];

export interface CallBytesOptions extends CallOptions {
  /** `segments`, the stored pieces, where it is left out; `fold` makes the bytes again from the raw events. */
  readonly by?: 'segments' | 'fold' | undefined;
}

/**
 * The contexts that were served, each for one call of a model. A call is named by its id, or by an unambiguous
 * beginning of it. All methods throw VerbatimApiError, VerbatimConnectionError or the signal's reason.
 */
export class Calls {
  constructor(private readonly http: Http) {}

  /** All calls of the tenant, oldest first; pages are fetched as they are consumed. */
  list({ signal }: CallOptions = {}): AsyncGenerator<CallItem, void> {
    return pages(this.http, '/v1/calls', signal);
  }

  /** The receipt: everything that decided the bytes of this call. */
  async receipt(callId: string, { signal }: CallOptions = {}): Promise<Receipt> {
    return (await this.http.json({ method: 'GET', path: pathOf(callId), signal })).value as Receipt;
  }

  /** The exact bytes that were served. */
  bytes(callId: string, { by = 'segments', signal }: CallBytesOptions = {}): Promise<Uint8Array> {
    return this.http.bytes({ method: 'GET', path: `${pathOf(callId)}/context?by=${by}`, signal });
  }

  /** Whether the bytes can still be made, from what was stored and from the raw events. */
  async verify(callId: string, { signal }: CallOptions = {}): Promise<Verification> {
    const path = `${pathOf(callId)}/verify`;
    return (await this.http.json({ method: 'GET', path, signal })).value as Verification;
  }

  /** Says what was really sent: `sha256` of the bytes of the body, or of their RFC 8785 form, in hex. */
  async sent(callId: string, sha256: string, { signal }: CallOptions = {}): Promise<SentAnswer> {
    const body = JSON.stringify({ sha256 });
    const path = `${pathOf(callId)}/sent`;
    return (await this.http.json({ method: 'POST', path, body, signal })).value as SentAnswer;
  }
}

function pathOf(callId: string): string {
  return `/v1/calls/${encodeURIComponent(callId)}`;
}
