import type { Message } from '../support/conversation-client';

interface ToolCall {
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message of mini-swe-agent's trajectory; `exit` is its own end mark, no message. */
export interface MiniSweMessage {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
  /** What the tool gave in full; `content` is what was left of it for the model. */
  readonly extra?: { readonly raw_output?: string };
}

/** An entry of SWE-agent's history; without function calling it is user and assistant text alone. */
export interface SweMessage {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly ToolCall[] | null;
  readonly tool_call_ids?: readonly string[] | null;
}

/** OpenAI chat messages with the tools' full output. */
export function fromMiniSweAgent(messages: readonly MiniSweMessage[]): Message[] {
  return messages
    .filter(({ role }) => role !== 'exit')
    .map(({ role, content, tool_calls, tool_call_id, extra }) => ({
      role,
      content: extra?.raw_output ?? content,
      ...withCalls(tool_calls),
      ...(tool_call_id === undefined ? {} : { tool_call_id }),
    }));
}

/** OpenAI chat messages. A result of SWE-agent answers exactly one call. */
export function fromSweAgent(history: readonly SweMessage[]): Message[] {
  return history.map(({ role, content, tool_calls, tool_call_ids }) => {
    const [callId] = tool_call_ids ?? [];
    return {
      role,
      content,
      ...withCalls(tool_calls),
      ...(callId === undefined ? {} : { tool_call_id: callId }),
    };
  });
}

function withCalls(calls: readonly ToolCall[] | null | undefined): Pick<Message, 'tool_calls'> {
  if (!calls || calls.length === 0) return {};
  const tool_calls = calls.map(({ id, type, function: { name, arguments: text } }) => ({
    id,
    type,
    function: { name, arguments: text },
  }));
  return { tool_calls };
}
