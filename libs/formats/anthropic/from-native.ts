import { isWhole, kept, partsToWrite, type ShownPart } from '../encoding';
import type { EncodedMessage, MessageSource } from '../format';
import type { JsonText } from '../json-text';
import { fittedPart } from './fit-part';
import { inFrames } from './frames';
import { keysLost, withoutOtherKeys } from './message-keys';
import { writePart } from './write-part';

/** A message that came as one of the API's: its own text where all of it leaves, else its blocks as they were written. */
export function fromNative(native: JsonText, source: MessageSource): EncodedMessage {
  const raws = partsToWrite(source).map((shown) => ({ ...shown, raw: rawBlock(native, shown, source) }));
  const parts = raws.map(({ part, index, raw }) =>
    fittedPart(raw === null ? writePart(part, index, source.message) : kept(raw), index, source),
  );
  const isUntouched = parts.every(({ json }, at) => json !== null && json === raws[at]?.raw);
  const message = inFrames(parts, keysLost(native, source), source);
  const ownResults =
    source.message.role === 'assistant' && raws.some(({ part }) => part.type === 'tool-result');
  const leavesAsItCame = isWhole(source) && parts.length > 0 && isUntouched && !ownResults;
  return leavesAsItCame ? { ...message, text: withoutOtherKeys(native) } : message;
}

/** The block that the part was read from; a string is the one text part that it was read as. Null for a replaced text. */
function rawBlock(
  native: JsonText,
  { part, index }: ShownPart,
  { replacement }: MessageSource,
): string | null {
  if (replacement !== null && part.type === 'text') return null;
  const content = native.property('content');
  if (content?.kind === 'string') return `{"type":"text","text":${content.slice()}}`;
  return content?.elements()[index]?.slice() ?? null;
}
