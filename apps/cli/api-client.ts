import { JsonText } from '@verbatim/formats/json-text';
import { ApiError } from './api-error';
import { exitCodes } from './exit-codes';
import { CommandFailure, reasonOf } from './failure';

export type Query = Readonly<Record<string, string | number | undefined>>;

interface Sent {
  readonly body: string;
  readonly contentType?: string;
}

/** Who asks: the key decides the tenant; `tenant` is for a service that needs no keys. */
export interface Credentials {
  readonly apiKey?: string;
  readonly tenant?: string;
}

/** A page of a list as it came: the texts of its items, and the cursor of the next one. */
export interface Page {
  readonly items: readonly JsonText[];
  readonly next: string | null;
}

/** The service's HTTP API (SPEC 9). Answers stay text, so that what is printed is what was served. */
export class ApiClient {
  private readonly base: string;
  private readonly credentials: Readonly<Record<string, string>>;

  /** @throws CommandFailure for an API key that cannot be one */
  constructor(url: string, credentials: Credentials = {}) {
    this.base = url.replace(/\/+$/, '');
    this.credentials = headersOf(credentials);
  }

  /** @throws ApiError for an error answer; CommandFailure where nothing answers, or not in JSON. */
  async get(path: string, query: Query = {}): Promise<JsonText> {
    return this.json(await this.request('GET', withQuery(path, query)));
  }

  /** As `get`; the body is JSON text and sent as it is. */
  async send(method: 'POST' | 'PUT' | 'PATCH', path: string, sent: Sent): Promise<JsonText> {
    return this.json(await this.request(method, path, 'application/json', sent));
  }

  async delete(path: string): Promise<JsonText> {
    return this.json(await this.request('DELETE', path));
  }

  /** The bytes alone, of an answer that has them. */
  async bytes(method: 'GET' | 'POST', path: string, sent?: Sent): Promise<Uint8Array> {
    const response = await this.request(method, path, 'application/octet-stream', sent);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** One page of a list; the cursor goes into the parameter that this list takes it by. */
  async page(path: string, query: Query): Promise<Page> {
    const answer = await this.get(path, query);
    const items = answer.property('items');
    if (items?.kind !== 'array') throw this.unexpected(`${path} gave no list`);
    const next = answer.property('next')?.value() ?? null;
    return { items: items.elements(), next: next === null ? null : String(next) };
  }

  private async request(method: string, path: string, accept = 'application/json', sent?: Sent) {
    const headers: Record<string, string> = { ...this.credentials, accept };
    if (sent !== undefined) headers['content-type'] = sent.contentType ?? 'application/json';
    let response: Response;
    try {
      response = await fetch(`${this.base}${path}`, { method, headers, body: sent?.body ?? null });
    } catch (cause) {
      const reason = reasonOf(causeOf(cause));
      const hint = 'is `verbatim serve` running there?';
      throw new CommandFailure(
        `nothing answers at ${this.base}: ${reason} (${hint})`,
        exitCodes.unreachable,
        {
          cause,
        },
      );
    }
    if (response.ok) return response;
    throw ApiError.of(response.status, await response.text());
  }

  private async json(response: Response): Promise<JsonText> {
    const text = await response.text();
    try {
      return JsonText.parse(text);
    } catch {
      throw this.unexpected(`the answer is not JSON: ${text.trim().slice(0, 100)}`);
    }
  }

  private unexpected(what: string): CommandFailure {
    return new CommandFailure(`${this.base} does not answer as Verbatim does: ${what}`);
  }
}

/** Checked here, since what `fetch` says of a bad header quotes it. A tenant is sent as bytes of UTF-8. */
function headersOf({ apiKey, tenant }: Credentials): Record<string, string> {
  const key = apiKey?.trim() ?? '';
  if (!/^[\x21-\x7e]*$/.test(key))
    throw new CommandFailure('the API key has characters that no key has', exitCodes.usage);
  return {
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
    ...(tenant === undefined ? {} : { 'x-tenant-id': Buffer.from(tenant).toString('latin1') }),
  };
}

/** `fetch failed` has what happened as its cause. */
function causeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'cause' in error ? error.cause : error;
}

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const parameters = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return given.length === 0 ? path : `${path}?${parameters.toString()}`;
}

/** A path with its parts encoded: `` route`/v1/calls/${id}` ``. */
export function route(texts: TemplateStringsArray, ...parts: readonly string[]): string {
  return String.raw({ raw: texts }, ...parts.map(encodeURIComponent));
}
