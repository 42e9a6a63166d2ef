import { isPinned } from '@verbatim/conversation';
import { callIdFor, nativeOf } from '../encoding';
import type { EncodedMessage, MessageSource, ShownCall } from '../format';
import { encodeSystem } from './encode-system';
import { messageFragment } from './fragments';
import { fromCanonical } from './from-canonical';
import { fromNative } from './from-native';
import { CALL_ID } from './limits';

/** @see Format.encodeMessage */
export function encodeMessage(source: MessageSource): EncodedMessage {
  const native = nativeOf(source, 'anthropic');
  if (isPinned(source.message.role)) return encodeSystem(source, native);
  return native ? fromNative(native, source) : fromCanonical(source);
}

export function encodeSummary(text: string, role: 'user' | 'assistant'): string {
  return messageFragment(role, JSON.stringify(text), true);
}

export function encodeMissingResult(callId: string, call: ShownCall, text: string): string {
  const id = callIdFor(CALL_ID, callId, call);
  const content = JSON.stringify([{ type: 'tool_result', tool_use_id: id, content: text }]);
  return messageFragment('user', content, true);
}
