import { Conversation } from './conversation';
import type { Format } from './bodies';
import { Http, type CallOptions, type Connection } from './http';

/** The service's HTTP API as a runtime needs it. */
export class VerbatimClient {
  private readonly http: Http;

  /** @throws TypeError for an API key that cannot be one */
  constructor(connection: Connection) {
    this.http = new Http(connection);
  }

  /** Asks nothing yet. Keep the object: it knows what it appended. */
  conversation(id: string): Conversation {
    return new Conversation(this.http, id);
  }

  /** The definition of the tool `recall` as the target takes it among its tools; `Conversation.recall` executes it. */
  async recallTool(target: Format, { signal }: CallOptions = {}): Promise<Readonly<Record<string, unknown>>> {
    const path = `/v1/tools/recall?target=${target}`;
    return (await this.http.json({ method: 'GET', path, signal })).value as Readonly<Record<string, unknown>>;
  }
}
