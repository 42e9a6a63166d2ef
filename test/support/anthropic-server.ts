import {
  type JsonObject,
  type ProtocolAnswer,
  type ProtocolCall,
  type ProtocolServer,
  startProtocolServer,
} from './protocol-server';

export type Block = JsonObject & { readonly type: string };

interface Turn {
  readonly role: string;
  readonly content: readonly Block[];
}

/** The blocks of an answer. `number` counts the calls from 1. */
export type Responder = (call: ProtocolCall, number: number) => readonly Block[];

/**
 * A real HTTP server on loopback that speaks Anthropic's Messages protocol. It refuses what the API is known to refuse
 * of tool use and thinking: results that do not follow their calls, thinking that it did not write itself.
 */
export function startAnthropicServer(respond: Responder): Promise<ProtocolServer> {
  const written = new Set<string>();
  return startProtocolServer((call, number) => {
    const refused = refusal(call, written);
    if (refused) return refused;
    const content = respond(call, number);
    for (const block of content.filter(isThinking)) written.add(sealOf(block));
    return { status: 200, body: answerOf(call, number, content) };
  });
}

function answerOf(call: ProtocolCall, number: number, content: readonly Block[]): object {
  const { model } = call.body;
  const stop_reason = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  const usage = {
    input_tokens: Math.ceil(call.raw.length / 4),
    output_tokens: Math.ceil(JSON.stringify(content).length / 4),
  };
  return {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason,
    stop_sequence: null,
    usage,
  };
}

function refusal(
  { route, headers, body }: ProtocolCall,
  written: ReadonlySet<string>,
): ProtocolAnswer | null {
  const refuse = (status: number, type: string, message: string): ProtocolAnswer => ({
    status,
    body: { type: 'error', error: { type, message } },
  });
  if (route !== 'POST /v1/messages') return refuse(404, 'not_found_error', 'Not found');
  if (!headers['x-api-key'] && !headers.authorization) {
    return refuse(401, 'authentication_error', 'x-api-key header is required');
  }
  const trouble = headers['anthropic-version'] ? troubleIn(body, written) : 'anthropic-version: is required';
  return trouble === null ? null : refuse(400, 'invalid_request_error', trouble);
}

function troubleIn({ model, max_tokens, messages, thinking }: JsonObject, written: ReadonlySet<string>) {
  if (typeof model !== 'string') return 'model: Field required';
  if (typeof max_tokens !== 'number') return 'max_tokens: Field required';
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: at least one message is required';
  const turns = messages.map(turnOf);
  if (turns[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  const troubles = turns.flatMap((turn, index) => [
    ...unansweredIn(turn, turns[index + 1]).map(
      (id) => `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks: ${id}`,
    ),
    ...turn.content
      .filter((block) => isThinking(block) && !written.has(sealOf(block)))
      .map(() => `messages.${index}: Invalid \`signature\` in \`thinking\` block`),
  ]);
  const [called] = turns.filter(({ content }) => content.some(({ type }) => type === 'tool_use')).slice(-1);
  const isThought = called === undefined || called.content.some(isThinking);
  const isAnswered = turns.at(-1)?.content.some(({ type }) => type === 'tool_result') ?? false;
  if (thinking !== undefined && isAnswered && !isThought) {
    return 'Expected `thinking` or `redacted_thinking`, but found `tool_use`';
  }
  return troubles[0] ?? null;
}

function turnOf({ role, content }: { role: string; content: string | readonly Block[] }): Turn {
  return { role, content: typeof content === 'string' ? [{ type: 'text', text: content }] : content };
}

function unansweredIn(turn: Turn, next: Turn | undefined): unknown[] {
  const answered = new Set(next?.content.map(({ tool_use_id }) => tool_use_id));
  return turn.content.filter(({ type, id }) => type === 'tool_use' && !answered.has(id)).map(({ id }) => id);
}

function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function sealOf({ type, thinking, signature, data }: Block): string {
  return JSON.stringify([type, thinking, signature, data]);
}
