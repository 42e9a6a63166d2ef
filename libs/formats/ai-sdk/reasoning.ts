import type { FormatName, Part } from '@verbatim/conversation';
import { boundElsewhere, formatOf, notCarried } from '../encoding';
import type { FormatNotice, MessageSource } from '../format';

/** The formats whose reasoning may leave without a seal: where nobody asks for one, none was taken off. */
const UNSEALED: ReadonlySet<string> = new Set(['ai-sdk', 'ai-sdk-ui', 'canonical']);

/** Why reasoning cannot be written anew for one of the SDK's formats; null where it can: nobody has sealed it. */
export function reasoningLoss(
  target: FormatName,
  { signature, encrypted }: Extract<Part, { type: 'reasoning' }>,
  index: number,
  source: MessageSource,
): FormatNotice | null {
  const bound = boundElsewhere(source, index);
  if (bound) return bound;
  const isSealed = signature !== undefined || encrypted !== undefined;
  const mayLeave = !isSealed && source.message.role === 'assistant' && isUnsealed(source);
  return mayLeave ? null : notCarried(target, index, 'reasoning sealed in another format');
}

function isUnsealed(source: MessageSource): boolean {
  return UNSEALED.has(formatOf(source));
}
