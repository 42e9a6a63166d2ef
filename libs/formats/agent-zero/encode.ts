import { nativeOf } from '../encoding';
import type { EncodedMessage, MessageSource, ShownCall } from '../format';
import { resultFragment } from './fragment';
import { fromCanonical } from './from-canonical';
import { fromNative } from './from-native';
import { saidContent } from './write-part';

/** @see Format.encodeMessage */
export function encodeMessage(source: MessageSource): EncodedMessage {
  const native = nativeOf(source, 'agent-zero');
  return native && source.parts === null ? fromNative(native, source) : fromCanonical(source);
}

export function encodeSummary(text: string, role: 'user' | 'assistant'): string {
  const ai = role === 'assistant';
  return JSON.stringify({ ai, content: saidContent(ai, [text]) });
}

export function encodeMissingResult(callId: string, { name }: ShownCall, text: string): string {
  return resultFragment(callId, name, text);
}
