import {
  isResult,
  nameNotCarried,
  noticesOf,
  partsToWrite,
  runsOf,
  type ShownPart,
  withFirst,
} from '../encoding';
import type { EncodedMessage, MessageSource } from '../format';
import { writeResult, writeSaid } from './write-part';

/**
 * A message written as Agent Zero's: a fragment for each call and each result, which `renderBody` brings together. What
 * is said beside calls becomes the `thoughts` of the first one, since one answer of its models is one JSON object with
 * one tool. Users' images become a raw message; files, reasoning and data have no place.
 */
export function fromCanonical(source: MessageSource): EncodedMessage {
  const written = runs(source).map((parts) => {
    const [first] = parts;
    return first?.part.type === 'tool-result'
      ? writeResult(first.part, first.index, source)
      : writeSaid(parts, source);
  });
  const { losses, repairs } = noticesOf(written);
  const named = source.role === 'tool' ? [] : nameNotCarried('agent-zero', source.message);
  return {
    text: written.flatMap(({ text }) => (text === '' ? [] : text)).join(','),
    losses: [...losses, ...named],
    repairs,
  };
}

/** Each result alone, first in any message but the assistant's; what is said between them together. */
function runs(source: MessageSource): ShownPart[][] {
  const shown = partsToWrite(source);
  if (shown.length === 0) return [[]];
  const ordered = source.role === 'assistant' ? shown : withFirst(shown, isResult);
  return runsOf(ordered, (before, part) => !isResult(before) && !isResult(part));
}
