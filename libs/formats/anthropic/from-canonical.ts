import { isShown, nameNotCarried, partsToWrite } from '../encoding';
import type { EncodedMessage, MessageSource } from '../format';
import { fittedPart } from './fit-part';
import { inFrames } from './frames';
import { writePart } from './write-part';

/** A message that came in another format, written anew: each part as a block, fitted like those that came as blocks. */
export function fromCanonical(source: MessageSource): EncodedMessage {
  const parts = partsToWrite(source).map(({ part, index }) =>
    fittedPart(writePart(part, index, source.message), index, source),
  );
  const named = isShown(source, 0) ? nameNotCarried('anthropic', source.message) : [];
  return inFrames(parts, named, source);
}
