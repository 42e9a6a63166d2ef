import { isBlank, untouched } from '../encoding';
import type { EncodedMessage, MessageSource } from '../format';
import { type JsonText, withProperty } from '../json-text';
import { fromCanonical } from './from-canonical';
import { saidContent, writeEmpty } from './write-part';

/**
 * A whole message that came as Agent Zero's: its own text, a replaced result or text set in it. Where more than texts is
 * said, a replacement has the message written anew.
 */
export function fromNative(native: JsonText, source: MessageSource): EncodedMessage {
  const { replacement, role, message } = source;
  const content = native.property('content');
  if (replacement === null) return isBlankContent(content) ? writeEmpty(role) : untouched(native.slice());
  if (role === 'tool' && content) {
    const result = withProperty(content, 'tool_result', JSON.stringify(replacement));
    return untouched(withProperty(native, 'content', result));
  }
  if (message.parts.some(({ type }) => type !== 'text')) return fromCanonical(source);
  if (isBlank(replacement)) return writeEmpty(role);
  const said = JSON.stringify(saidContent(role === 'assistant', [replacement]));
  return untouched(withProperty(native, 'content', said));
}

function isBlankContent(content: JsonText | undefined): boolean {
  const raw = content?.property('raw_content') ?? content;
  if (raw?.kind === 'array') return raw !== content && raw.elements().length === 0;
  return raw?.kind === 'string' && isBlank(String(raw.value()));
}
