import { type Message, messageSchema, toolCallsOf, toolResultsOf } from '@verbatim/conversation';
import { openAiChat } from '.';
import type { MessageSource, ShownCall } from '../format';
import { JsonText } from '../json-text';

/** A stored message whole, as the engine hands it over; `changes` say what is different. */
export function sourceOf(dataText: string, changes: Partial<MessageSource> = {}): MessageSource {
  const data = JsonText.parse(dataText);
  const value = data.value() as object;
  const message: Message = 'parts' in value ? messageSchema.parse(value) : openAiChat.decode(data, 'data');
  const calls = new Map<string, ShownCall>(
    [...toolCallsOf(message).map(({ id, name }) => [id, name] as const), ...answered(message)].map(
      ([id, name]) => [id, { name, again: null }],
    ),
  );
  const about = { parts: null, replacement: null, role: message.role, calls, model: 'gpt-4o' };
  return { dataText, message, ...about, ...changes };
}

function answered(message: Message): (readonly [string, string])[] {
  return toolResultsOf(message).map(({ callId, name }) => [callId, name ?? 'f']);
}
