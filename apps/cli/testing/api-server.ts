import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What it answers: JSON text, and the status where it is not 200. */
export interface Answer {
  readonly status?: number;
  readonly body: string;
}

/** A real HTTP server with the answers of a test; `requests` is what it was asked, in order. */
export class ApiServer {
  readonly requests: SeenRequest[] = [];
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const seen = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      this.requests.push(seen);
      const { status = 200, body } = this.answer(seen);
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });

  private constructor(private readonly answer: (request: SeenRequest) => Answer) {}

  static async start(answer: (request: SeenRequest) => Answer): Promise<ApiServer> {
    const api = new ApiServer(answer);
    await once(api.server.listen(0, '127.0.0.1'), 'listening');
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
