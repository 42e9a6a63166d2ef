import type { ConversationPage } from './api';
import { Calls } from './calls';
import { Conversation } from './conversation';
import type { Format } from './bodies';
import { Http, type CallOptions, type Connection } from './http';
import { pages } from './pages';
import { Policies } from './policies';

export type ConversationItem = ConversationPage['items'][number];

export interface ConversationsOptions extends CallOptions {
  readonly user?: string | undefined;
  /** A part of the title, in any case. */
  readonly title?: string | undefined;
  readonly order?: 'id' | 'newest' | 'oldest' | undefined;
}

/** The service's HTTP API as a runtime needs it. */
export class VerbatimClient {
  /** What each model call saw, and the proof of it. */
  readonly calls: Calls;
  readonly policies: Policies;
  private readonly http: Http;

  /** @throws TypeError for an API key that cannot be one */
  constructor(connection: Connection = {}) {
    this.http = new Http(connection);
    this.calls = new Calls(this.http);
    this.policies = new Policies(this.http);
  }

  /** Asks nothing yet. Keep the object: it knows what it appended. */
  conversation(id: string): Conversation {
    return new Conversation(this.http, id);
  }

  /** The conversations of the tenant, all or those of a user; pages are fetched as they are consumed. */
  conversations({ signal, ...filter }: ConversationsOptions = {}): AsyncGenerator<ConversationItem, void> {
    const wanted = Object.entries(filter).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(wanted as [string, string][]).toString();
    return pages(this.http, `/v1/conversations${query === '' ? '' : `?${query}`}`, signal);
  }

  /** The definition of the tool `recall` as the target takes it among its tools; `Conversation.recall` executes it. */
  async recallTool(target: Format, { signal }: CallOptions = {}): Promise<Readonly<Record<string, unknown>>> {
    const path = `/v1/tools/recall?target=${target}`;
    return (await this.http.json({ method: 'GET', path, signal })).value as Readonly<Record<string, unknown>>;
  }
}
