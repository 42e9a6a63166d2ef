import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface ProtocolCall {
  /** Such as `POST /v1/messages`. */
  readonly route: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came. */
  readonly raw: string;
  readonly body: JsonObject;
}

export interface ProtocolAnswer {
  readonly status: number;
  readonly body: object;
}

export interface ProtocolServer {
  /** Without a path. */
  readonly url: string;
  /** In order of arrival. */
  readonly calls: readonly ProtocolCall[];
  /** Ends open calls too. */
  close(): Promise<void>;
}

/** A real HTTP server on loopback that takes and gives JSON. `number` counts the calls from 1. */
export async function startProtocolServer(
  answer: (call: ProtocolCall, number: number) => ProtocolAnswer,
): Promise<ProtocolServer> {
  const calls: ProtocolCall[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await readText(request);
    const { method, url, headers } = request;
    const call = { route: `${method} ${url}`, headers, raw, body: parsed(raw) };
    const { status, body } = answer(call, calls.push(call));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    // What answers by throwing shows as a server error; a caller that has gone reads nothing.
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function parsed(raw: string): JsonObject {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
