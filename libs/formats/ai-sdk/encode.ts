import { nativeOf } from '../encoding';
import type { EncodedMessage, MessageSource, ShownCall } from '../format';
import { fromCanonical } from './from-canonical';
import { fromNative } from './from-native';
import { textOutput } from './write-output';

/**
 * One message as none, one or more fragments: ModelMessages, or `{"system": …}` for what stands apart. The SDK asks
 * nothing of ids and names of calls, so they leave as they came.
 */
export function encodeMessage(source: MessageSource): EncodedMessage {
  const native = nativeOf(source, 'ai-sdk');
  return native ? fromNative(native, source) : fromCanonical(source);
}

export function encodeSummary(text: string, role: 'user' | 'assistant'): string {
  return JSON.stringify({ role, content: text });
}

export function encodeMissingResult(callId: string, { name }: ShownCall, text: string): string {
  const result = { type: 'tool-result', toolCallId: callId, toolName: name, output: textOutput(text, false) };
  return JSON.stringify({ role: 'tool', content: [result] });
}
