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

/** A message of tau2-bench: users call tools of their own, on their own phone; arguments are objects. */
export interface Tau2Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?:
    readonly { readonly id: string; readonly name: string; readonly arguments: object }[] | null;
  /** Of a result: the call it answers. */
  readonly id?: string;
  readonly requestor?: string;
}

/** As recorded: a user's calls stay beside what the user says, and their results answer no call of the model. */
export function fromTau2(messages: readonly Tau2Message[]): Message[] {
  return messages.map(({ role, content, tool_calls, id }) => ({
    role,
    content: content ?? (role === 'user' ? '' : null),
    ...withCalls(tool_calls?.map((call) => chatCall(call))),
    ...(role === 'tool' ? { tool_call_id: id ?? '' } : {}),
  }));
}

/** As a model could be told it: what users do and see on their phone is part of what they say. */
export function toldTau2(messages: readonly Tau2Message[]): Message[] {
  const isUsers = ({ role, requestor }: Tau2Message): boolean => role === 'tool' && requestor === 'user';
  return fromTau2(messages).map((message, index) => {
    const recorded = messages[index];
    if (recorded && isUsers(recorded)) return { role: 'user', content: `I see: ${String(message.content)}` };
    if (message.role !== 'user' || !message.tool_calls) return message;
    const names = recorded?.tool_calls?.map(({ name }) => name) ?? [];
    return { role: 'user', content: [message.content, `I try ${names.join(', ')}.`].join(' ').trim() };
  });
}

function chatCall({ id, name, arguments: args }: { id: string; name: string; arguments: object }): ToolCall {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}

/** A call that OpenHands recorded, with its answer; or a bare list of messages. */
export type OpenHandsCall =
  | readonly Message[]
  | {
      readonly messages: readonly Message[];
      readonly response: { readonly choices: readonly { readonly message: Message }[] };
    };

/** With the model's answer as the last message: its calls are still open. */
export function fromOpenHands(call: OpenHandsCall): readonly Message[] {
  if (!('messages' in call)) return call;
  return [...call.messages, ...call.response.choices.map(({ message }) => message)];
}

/** Puts screenshots, base64, where the recording says only that there was one. */
export function fromWebVoyager(messages: readonly Message[], screenshots: readonly string[]): Message[] {
  let next = 0;
  return messages.map((message) => {
    const text = JSON.stringify(message).replaceAll('{b64_img}', () => {
      const screenshot = screenshots[next % screenshots.length] ?? '';
      next += 1;
      return screenshot;
    });
    return JSON.parse(text) as Message;
  });
}
