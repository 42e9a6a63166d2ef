import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly [setting: string]: unknown;
}

export interface RecordedCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: ChatRequest;
}

/** How one call is answered: once `until` has resolved, and `delayMs` have passed. */
export type Behaviour = { readonly delayMs?: number; readonly until?: Promise<unknown> } & (
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly error?: object;
    }
  | { readonly kind: 'hang'; readonly after?: 'headers' }
  | { readonly kind: 'cut-off' | 'empty' | 'refusal' | 'filtered' | 'malformed' | 'disconnect' }
);

/** `number` counts the calls from 1. */
export type Responder = (call: RecordedCall, number: number) => Behaviour;

export interface OpenAiServer {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  /** Every call to the chat completions endpoint, in order of arrival. */
  readonly calls: readonly RecordedCall[];
  /** From now on: a function, or a queue, after which the default (`Summary 1`, `Summary 2`, …) is back. */
  respondWith(answers: Responder | readonly Behaviour[]): void;
  /** Ends open calls too. */
  close(): Promise<void>;
}

const summaryOfCall: Responder = (_, number) => ({ kind: 'text', text: `Summary ${number}` });

/** A real HTTP server on loopback that speaks the OpenAI chat completions protocol. */
export async function startOpenAiServer(
  options: { readonly respond?: Responder } = {},
): Promise<OpenAiServer> {
  const calls: RecordedCall[] = [];
  let respond = options.respond ?? summaryOfCall;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await readText(request);
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      return sendJson(response, 404, {
        error: { message: `Unknown request URL: ${request.method} ${request.url}` },
      });
    }
    const body = parseChatRequest(raw);
    if (body === null)
      return sendJson(response, 400, { error: { message: 'model and messages are required' } });
    const call = { headers: request.headers, body };
    const number = calls.push(call);
    const behaviour = respond(call, number);
    await behaviour.until;
    if (behaviour.delayMs !== undefined) await delay(behaviour.delayMs);
    answer(response, body, number, behaviour);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A responder that throws shows as a server error; a caller that has gone reads nothing.
      if (!response.headersSent) sendJson(response, 500, { error: { message: String(error) } });
    });
  });
  // A connection that is closed for being idle just when the next call uses it would look like an outage.
  server.keepAliveTimeout = 120_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    respondWith(answers) {
      if (typeof answers === 'function') {
        respond = answers;
        return;
      }
      const queue = [...answers];
      respond = (call, number) => queue.shift() ?? summaryOfCall(call, number);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function parseChatRequest(raw: string): ChatRequest | null {
  try {
    const body = JSON.parse(raw) as Partial<ChatRequest>;
    return typeof body.model === 'string' && Array.isArray(body.messages) ? (body as ChatRequest) : null;
  } catch {
    return null;
  }
}

function answer(response: ServerResponse, request: ChatRequest, number: number, behaviour: Behaviour): void {
  const complete = (content: string | null, finish: string, refusal: string | null = null): void =>
    sendJson(response, 200, completion(request, number, { role: 'assistant', content, refusal }, finish));
  switch (behaviour.kind) {
    case 'text':
      return complete(behaviour.text, 'stop');
    case 'cut-off':
      return complete('A summary that ends in the', 'length');
    case 'empty':
      return complete('', 'stop');
    case 'refusal':
      return complete(null, 'stop', "I'm sorry, I can't help with that.");
    case 'filtered':
      return complete('A summary that', 'content_filter');
    case 'malformed':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [{"mess');
      return;
    case 'status': {
      const error = behaviour.error ?? { message: `status ${behaviour.status}`, type: 'error', code: null };
      return sendJson(response, behaviour.status, { error }, behaviour.headers);
    }
    case 'disconnect':
      response.destroy();
      return;
    case 'hang':
      if (behaviour.after === 'headers') {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":');
      }
  }
}

function completion(request: ChatRequest, number: number, message: object, finish: string): object {
  const promptTokens = Math.ceil(JSON.stringify(request.messages).length / 4);
  const completionTokens = Math.ceil(JSON.stringify(message).length / 4);
  return {
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: 1_700_000_000 + number,
    model: request.model,
    choices: [{ index: 0, message, finish_reason: finish, logprobs: null }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
