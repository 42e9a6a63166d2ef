import { callIdFor, nativeOf } from '../encoding';
import type { EncodedMessage, MessageSource, ShownCall } from '../format';
import { fromCanonical } from './from-canonical';
import { fromNative } from './from-native';
import { CALL_ID } from './limits';

/** @see Format.encodeMessage */
export function encodeMessage(source: MessageSource): EncodedMessage {
  const native = nativeOf(source, 'openai-responses');
  return native ? fromNative(native, source) : fromCanonical(source);
}

export function encodeSummary(text: string, role: 'user' | 'assistant'): string {
  return JSON.stringify({ role, content: text });
}

/** `renderBody` gives it the shape that the call's kind asks for. */
export function encodeMissingResult(callId: string, call: ShownCall, text: string): string {
  const id = callIdFor(CALL_ID, callId, call);
  return JSON.stringify({ type: 'function_call_output', call_id: id, output: text });
}
