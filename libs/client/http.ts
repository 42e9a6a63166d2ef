import { setTimeout as sleep } from 'node:timers/promises';
import { VerbatimApiError, VerbatimConnectionError } from './errors';
import { backoff, pauseAfter } from './retry';

export interface Connection {
  /** Where the context-builder listens; `VERBATIM_URL`, else `http://127.0.0.1:8080`, where it is left out. */
  readonly url?: string | undefined;
  /** It decides the tenant; `VERBATIM_API_KEY` where it is left out. */
  readonly apiKey?: string | undefined;
  /** For a service that needs no keys. */
  readonly tenant?: string | undefined;
  /** How often a request is sent again after a network error, 429, 502 or 503; 4 where it is left out. */
  readonly retries?: number | undefined;
  /** Of one attempt, its answer's body included; 30,000 where it is left out. */
  readonly timeoutMs?: number | undefined;
}

export interface CallOptions {
  /** Ends the request and its retries; what it threw is its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface Sent extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer's body as it came, and parsed. */
export interface JsonAnswer {
  readonly text: string;
  readonly value: unknown;
}

/** Sends requests that may be sent twice, and repeats them where that may help. */
export class Http {
  private readonly base: string;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly retries: number;
  private readonly timeoutMs: number;

  /** @throws TypeError for an API key that cannot be one */
  constructor({
    url = defaultUrl(),
    apiKey = defaultKey(),
    tenant,
    retries = 4,
    timeoutMs = 30_000,
  }: Connection) {
    this.base = url.replace(/\/+$/, '');
    this.headers = headersOf(apiKey, tenant);
    this.retries = retries;
    this.timeoutMs = timeoutMs;
  }

  /** @throws VerbatimApiError, VerbatimConnectionError or the signal's reason */
  json(sent: Sent): Promise<JsonAnswer> {
    return this.repeated(sent, JSON_ANSWER, readJson);
  }

  /** The body alone, byte for byte. @throws as `json` */
  bytes(sent: Sent): Promise<Uint8Array> {
    return this.repeated(sent, BYTES_ANSWER, readBytes);
  }

  private async repeated<Answer>(sent: Sent, accept: string, read: Read<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const { answer, error, pause } = await this.attempt(sent, accept, read, attempt);
      if (answer) return answer;
      if (pause === null || attempt > this.retries) throw error;
      await sleep(pause, undefined, { signal: sent.signal }).catch(() => sent.signal?.throwIfAborted());
    }
  }

  private async attempt<Answer>(
    sent: Sent,
    accept: string,
    read: Read<Answer>,
    attempt: number,
  ): Promise<Outcome<Answer>> {
    const { method, path, headers, body = null, signal } = sent;
    const limit = AbortSignal.timeout(this.timeoutMs);
    try {
      const response = await fetch(`${this.base}${path}`, {
        method,
        headers: { ...this.headers, accept, ...headers, ...(body === null ? {} : JSON_TYPE) },
        body,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      const content = Buffer.from(await response.arrayBuffer());
      const answer = response.ok ? read(content) : null;
      if (answer) return { answer };
      const error = VerbatimApiError.of(response.status, content.toString());
      return { error, pause: pauseAfter(response, attempt, Math.random()) };
    } catch (cause) {
      signal?.throwIfAborted();
      const error = new VerbatimConnectionError(`no answer from ${this.base}: ${reasonOf(cause)}`, { cause });
      return { error, pause: backoff(attempt, Math.random()) };
    }
  }
}

/** Reads an answer; null where it is not of the kind that was asked for. */
type Read<Answer> = (content: Buffer) => Answer | null;

type Outcome<Answer> =
  | { readonly answer: Answer; readonly error?: never; readonly pause?: never }
  | { readonly answer?: never; readonly error: Error; readonly pause: number | null };

/** Null where the text is not JSON: a page of a proxy, say. */
function readJson(content: Buffer): JsonAnswer | null {
  const text = content.toString();
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function readBytes(content: Buffer): Uint8Array {
  return new Uint8Array(content);
}

const defaultUrl = (): string => process.env['VERBATIM_URL'] || 'http://127.0.0.1:8080';
const defaultKey = (): string | undefined => process.env['VERBATIM_API_KEY'] || undefined;

const JSON_ANSWER = 'application/json';
const BYTES_ANSWER = 'application/octet-stream';
const JSON_TYPE = { 'content-type': 'application/json' };

/** The key is checked here, since what `fetch` says of a bad header quotes it. A tenant is sent as bytes of UTF-8. */
function headersOf(apiKey: string | undefined, tenant: string | undefined): Record<string, string> {
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('the API key has characters that no key has');
  }
  return {
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(tenant === undefined ? {} : { 'x-tenant-id': Buffer.from(tenant).toString('latin1') }),
  };
}

/** `fetch failed` has what happened as its cause. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}
