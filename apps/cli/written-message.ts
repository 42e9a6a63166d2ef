import type { FormatName } from '@verbatim/conversation';
import { formatNames } from '@verbatim/conversation/events/format-names';
import { roles } from '@verbatim/conversation/roles';
import { JsonText } from '@verbatim/formats/json-text';
import { reasonOf, wrongUsage } from './failure';

/** A message as it is written on a command line. */
export interface WrittenMessage {
  readonly role?: string | undefined;
  readonly text?: string | undefined;
  /** The call that a tool result answers. */
  readonly call?: string | undefined;
  /** Calls of an assistant, each `ID:NAME:ARGUMENTS`. */
  readonly toolCall?: readonly string[] | undefined;
}

export const messageRoles = roles;
export const messageFormats: readonly FormatName[] = formatNames;

/**
 * A chat message of OpenAI's, as JSON text: a text in a role, the result of a call, or calls of an assistant.
 * @throws CommandFailure that names the options that do not go together
 */
export function messageText({ role, text, call, toolCall = [] }: WrittenMessage): string {
  if (role === undefined) throw wrongUsage('say who speaks with --role, or give a whole message with --file');
  if (call !== undefined && role !== 'tool') throw wrongUsage('--call goes with --role tool');
  if (toolCall.length > 0 && role !== 'assistant') {
    throw wrongUsage('--tool-call goes with --role assistant');
  }
  if (toolCall.length > 0) {
    return JSON.stringify({ role, content: text ?? null, tool_calls: toolCall.map(readCall) });
  }
  if (text === undefined) throw wrongUsage('say with --text what is said');
  if (role !== 'tool') return JSON.stringify({ role, content: text });
  if (call === undefined) {
    throw wrongUsage('name the call that the result answers with --call (`verbatim state` lists open calls)');
  }
  return JSON.stringify({ role, tool_call_id: call, content: text });
}

/** `ID:NAME:ARGUMENTS`; without arguments the call has none. */
function readCall(written: string): object {
  const [, id, name, given] = /^([^:]+):([^:]+)(?::(.*))?$/su.exec(written) ?? [];
  if (id === undefined || name === undefined) {
    throw wrongUsage(
      `--tool-call: expected ID:NAME:ARGUMENTS such as call_1:search:{"q":"x"}, got ${written}`,
    );
  }
  return { id, type: 'function', function: { name, arguments: argumentsOf(id, given ?? '') } };
}

function argumentsOf(id: string, given: string): string {
  if (given.trim() === '') return '{}';
  try {
    if (JsonText.parse(given).kind === 'object') return given;
  } catch (cause) {
    throw wrongUsage(`--tool-call ${id}: the arguments are not JSON: ${reasonOf(cause)}`);
  }
  throw wrongUsage(`--tool-call ${id}: the arguments are no JSON object such as {"q":"x"}`);
}
