import { nativeOf } from '../encoding';
import type { EncodedMessage, MessageSource, Metadata, ShownCall } from '../format';
import { resultFragment } from './fragments';
import { fromCanonical } from './from-canonical';
import { fromNative } from './from-native';
import { derivedId } from './ids';

/** One message as none, one or more fragments: UIMessages, pieces of one, and results that go into its tool parts. */
export function encodeMessage(source: MessageSource): EncodedMessage {
  const native = nativeOf(source, 'ai-sdk-ui');
  return native ? fromNative(native, source) : fromCanonical(source);
}

export function encodeSummary(text: string, role: 'user' | 'assistant', metadata?: Metadata): string {
  return JSON.stringify({ id: derivedId(text), role, metadata, parts: [{ type: 'text', text }] });
}

export function encodeMissingResult(callId: string, _call: ShownCall, text: string): string {
  return resultFragment(callId, { output: JSON.stringify(text) });
}
