import { edited } from '../encoding';
import type { EncodedMessage, MessageSource } from '../format';
import type { JsonText } from '../json-text';
import { placedParts } from './decode-parts';
import { editCalls } from './edit-calls';
import { editContent } from './edit-content';
import { editRest } from './edit-rest';
import { editUnused } from './edit-unused';
import type { NativeMessage } from './native-message';
import type { ChatMessage } from './schema';

/**
 * A message that came as a chat message: its own text. Only what is not shown, what is replaced and what OpenAI would
 * refuse is cut out of it or changed; every other key and character stays.
 */
export function fromNative(root: JsonText, source: MessageSource): EncodedMessage {
  // It fitted the schema when it was read.
  const chat = root.value() as ChatMessage;
  const native: NativeMessage = { root, chat, placed: placedParts(chat), source };
  const message = edited(root, [
    editContent(native),
    editCalls(native),
    editRest(native),
    editUnused(native),
  ]);
  const isChanged = message.text !== root.slice();
  const left = isChanged ? (JSON.parse(message.text) as ChatMessage) : chat;
  return saysNothing(left, message.losses.length > 0) ? { ...message, text: '' } : message;
}

/** True of an assistant message without anything in it, and of instructions that lost all they had. */
function saysNothing(message: ChatMessage, isLost: boolean): boolean {
  const { role, content } = message;
  if (role === 'tool' || role === 'user') return false;
  const isEmpty = content === '' ? isLost : (content ?? []).length === 0;
  if (role !== 'assistant') return isLost && isEmpty;
  const { refusal, audio, tool_calls: calls } = message;
  return isEmpty && typeof refusal !== 'string' && !audio && (calls ?? []).length === 0;
}
