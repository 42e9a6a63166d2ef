import { isReadable } from '../ai-sdk/media';
import { boundElsewhere, kept, lost, notCarried, partNotCarried, type Written } from '../encoding';
import type { MessageSource } from '../format';
import { typeOf } from '../json-object';
import { type JsonText, withProperty } from '../json-text';
import type { ReadPart } from './decode-parts';
import { partSchemaFor } from './schema';
import type { Slot } from './slots';
import { completed, opened } from './tool-part';

/** A canonical part that is shown; `index` is its own in the message. */
export type ShownSlot = Slot & { readonly index: number };

/** The parts of the message but for results whose calls are not shown here. Empty text goes with what follows it. */
export function saidParts(
  parts: readonly ReadPart[],
  shown: readonly ShownSlot[],
  source: MessageSource,
): Written[] {
  const isSaid = (from: number) => shown.some((slot) => slot.from === from && !slot.isResult);
  const isReplaced = source.replacement !== null && shown.every(({ isResult }) => !isResult);
  const texts = parts.flatMap((part, from) => (part.part?.type === 'text' && isSaid(from) ? [from] : []));
  const written = parts.flatMap((part, from) => {
    if (!isSaid(part.part || part.call ? from : carrierOf(parts, from))) return [];
    if (!isReplaced || part.part?.type !== 'text') return [writePart(part, from, shown, source)];
    return from === texts[0]
      ? [kept(withProperty(part.raw, 'text', JSON.stringify(source.replacement)))]
      : [];
  });
  if (!isReplaced || texts.length > 0) return written;
  return [kept(JSON.stringify({ type: 'text', text: source.replacement })), ...written];
}

/** The index of the part that an empty text goes with; its own where there is none. */
function carrierOf(parts: readonly ReadPart[], from: number): number {
  const isCarrier = ({ part, call }: ReadPart) => part !== null || call !== null;
  const next = parts.findIndex((part, at) => at > from && isCarrier(part));
  return next === -1 ? parts.findLastIndex(isCarrier) : next;
}

function writePart(
  { raw, call, result, part }: ReadPart,
  from: number,
  shown: readonly ShownSlot[],
  source: MessageSource,
): Written {
  const slots = shown.filter((slot) => slot.from === from);
  const index = slots[0]?.index ?? 0;
  if (part?.type === 'reasoning') {
    const bound = boundElsewhere(source, index);
    if (bound) return lost(bound);
  }
  if (call) {
    if (result && !slots.some(({ isResult }) => isResult)) return kept(opened(raw));
    return complete(raw, index);
  }
  if (isFit(raw)) return kept(raw.slice());
  if (part?.type === 'data') return lost(partNotCarried('ai-sdk-ui', { part, index }, source.message));
  return lost(notCarried('ai-sdk-ui', index, 'a data URL without data'));
}

function complete(raw: JsonText, index: number): Written {
  const json = completed(raw);
  if (json === raw.slice()) return kept(json);
  const detail = 'a tool part without an input or output leaves with an empty one';
  return kept(json, [{ code: 'tool-part-completed', part: index, detail }]);
}

function isFit(raw: JsonText): boolean {
  const value = raw.value();
  const url = typeOf(value) === 'file' ? raw.property('url')?.value() : undefined;
  if (typeof url === 'string' && !isReadable(url)) return false;
  return partSchemaFor(typeOf(value))?.safeParse(value).success === true;
}
