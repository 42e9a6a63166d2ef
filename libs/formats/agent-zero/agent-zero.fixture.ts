import { type Message, messageSchema, toolCallsOf, toolResultsOf } from '@verbatim/conversation';
import { agentZero } from '.';
import type { MessageSource, ShownCall } from '../format';
import { JsonText } from '../json-text';

export function read(data: unknown): Message {
  return agentZero.decode(JsonText.parse(JSON.stringify(data)), 'data');
}

/** A stored message whole, as the engine hands it over; `changes` say what is different. */
export function sourceOf(dataText: string, changes: Partial<MessageSource> = {}): MessageSource {
  const data = JsonText.parse(dataText);
  const value = data.value() as object;
  const message: Message = 'parts' in value ? messageSchema.parse(value) : agentZero.decode(data, 'data');
  const calls = new Map<string, ShownCall>();
  for (const { callId, name = 'f' } of toolResultsOf(message)) calls.set(callId, { name, again: null });
  for (const { id, name } of toolCallsOf(message)) calls.set(id, { name, again: null });
  const about = { parts: null, replacement: null, role: message.role, calls, model: 'gpt-4o' };
  return { dataText, message, ...about, ...changes };
}

/** An event's data: the message as the import command stores it. */
export function stored(messageText: string): string {
  return messageText.replace('{', '{"format":"agent-zero",');
}
