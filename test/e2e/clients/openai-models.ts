import {
  type JsonObject,
  type ProtocolAnswer,
  type ProtocolCall,
  type ProtocolServer,
  startProtocolServer,
} from '../../support/protocol-server';

interface Script {
  /** The message of a chat completion. */
  readonly chat?: (call: ProtocolCall, number: number) => JsonObject;
  /** The output items of a response. */
  readonly responses?: (call: ProtocolCall, number: number) => readonly JsonObject[];
}

const started: ProtocolServer[] = [];

afterEach(() => Promise.all(started.splice(0).map((server) => server.close())));

/**
 * A real HTTP server on loopback that speaks OpenAI's chat completions and responses. It refuses what the API is known
 * to refuse of tool calls and reasoning: results without calls, calls without results, reasoning that it did not write.
 * It ends with the test.
 */
export async function models({ chat, responses }: Script): Promise<ProtocolServer> {
  const written = new Set<unknown>();
  const server = await startProtocolServer((call, number) => {
    if (call.headers.authorization === undefined) return refuse(401, 'You did not provide an API key');
    if (call.route === 'POST /v1/chat/completions' && chat) {
      const trouble = troubleInMessages(call.body);
      return trouble === null ? completion(call, number, chat(call, number)) : refuse(400, trouble);
    }
    if (call.route === 'POST /v1/responses' && responses) {
      const trouble = troubleInItems(call.body, written);
      if (trouble !== null) return refuse(400, trouble);
      const output = responses(call, number);
      for (const item of output) if (item['type'] === 'reasoning') written.add(item['encrypted_content']);
      return response(call, number, output);
    }
    return refuse(404, `Unknown request URL: ${call.route}`);
  });
  started.push(server);
  return server;
}

function refuse(status: number, message: string): ProtocolAnswer {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code: null } } };
}

function completion({ body, raw }: ProtocolCall, number: number, message: JsonObject): ProtocolAnswer {
  const finish_reason = message['tool_calls'] === undefined ? 'stop' : 'tool_calls';
  const tokens = { prompt_tokens: Math.ceil(raw.length / 4), completion_tokens: 20 };
  return {
    status: 200,
    body: {
      id: `chatcmpl-${number}`,
      object: 'chat.completion',
      created: 1_790_000_000 + number,
      model: body['model'],
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason, logprobs: null }],
      usage: { ...tokens, total_tokens: tokens.prompt_tokens + tokens.completion_tokens },
    },
  };
}

function response({ body }: ProtocolCall, number: number, output: readonly JsonObject[]): ProtocolAnswer {
  const { model, tools } = body;
  const about = { object: 'response', created_at: 1_790_000_000 + number, status: 'completed', error: null };
  return { status: 200, body: { id: `resp_${number}`, ...about, model, tools, output } };
}

function troubleInMessages({ model, messages }: JsonObject): string | null {
  if (typeof model !== 'string') return 'you must provide a model parameter';
  if (!Array.isArray(messages) || messages.length === 0) return "'messages' must not be empty";
  const open = new Set<unknown>();
  for (const { role, tool_calls = [], tool_call_id } of messages as Message[]) {
    if (role === 'tool' && !open.delete(tool_call_id)) {
      return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'";
    }
    if (role !== 'tool' && open.size > 0) break;
    for (const { id } of tool_calls) open.add(id);
  }
  return open.size === 0 ? null : `tool_call_ids did not have response messages: ${[...open].join(', ')}`;
}

interface Message {
  readonly role: string;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

function troubleInItems({ model, input }: JsonObject, written: ReadonlySet<unknown>): string | null {
  if (typeof model !== 'string') return 'Missing required parameter: model';
  if (!Array.isArray(input) || input.length === 0) return 'Missing required parameter: input';
  const items = input as readonly JsonObject[];
  const idsOf = (type: string) =>
    items.filter((item) => item['type'] === type).map((item) => item['call_id']);
  const [calls, outputs] = [idsOf('function_call'), idsOf('function_call_output')];
  const unanswered = calls.find((id) => !outputs.includes(id));
  if (unanswered !== undefined) return `No tool output found for function call ${String(unanswered)}.`;
  const orphan = outputs.find((id) => !calls.includes(id));
  if (orphan !== undefined)
    return `No tool call found for function call output with call_id ${String(orphan)}.`;
  const reasoning = items.filter(({ type }) => type === 'reasoning');
  const isForeign = reasoning.some((item) => !written.has(item['encrypted_content']));
  return isForeign ? 'The encrypted content could not be verified.' : null;
}
