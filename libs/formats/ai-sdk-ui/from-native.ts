import {
  EMPTY_MESSAGE,
  emptyMessage,
  isShown,
  isWhole,
  noticesOf,
  orPlaceholder,
  type Written,
} from '../encoding';
import type { EncodedMessage, FormatNotice, MessageSource } from '../format';
import { JsonText, listOf, withProperty } from '../json-text';
import { type ReadPart, readParts } from './decode-parts';
import { pieceFragment, resultFragment } from './fragments';
import { derivedIdOf } from './ids';
import { saidParts, type ShownSlot } from './said-parts';
import { messageFrame } from './schema';
import { slotsOf } from './slots';
import { completed } from './tool-part';

const EMPTY_TEXT = JSON.stringify({ type: 'text', text: EMPTY_MESSAGE });

/** A UIMessage that came as one: untouched where all of it leaves, else its parts as they were written. */
export function fromNative(native: JsonText, source: MessageSource): EncodedMessage {
  const { role, id, parts } = readOnce(native);
  const { message, repairs } = withId(native, id, source);
  const empty = withParts(message, [EMPTY_TEXT]);
  if (parts.length === 0 && role !== 'assistant') {
    return { text: empty, losses: [], repairs: [...repairs, emptyMessage('ai-sdk-ui', true)] };
  }
  const shown = slotsOf(parts)
    .map((slot, index) => ({ ...slot, index }))
    .filter(({ index }) => isShown(source, index));
  const said = saidParts(parts, shown, source);
  const texts = [frameOf(message, said, source), ...lonelyResults(parts, shown, source)];
  const text = texts.filter((each) => each !== '').join(',');
  return orPlaceholder('ai-sdk-ui', { text, ...noticesOf([{ repairs }, ...said]) }, source, empty);
}

interface ReadMessage {
  readonly role: string;
  readonly id: string | undefined;
  readonly parts: readonly ReadPart[];
}

/** Of messages that are being rendered: a long one leaves in many pieces where some of its results are replaced. */
const read = new WeakMap<JsonText, ReadMessage>();

function readOnce(native: JsonText): ReadMessage {
  const before = read.get(native);
  if (before) return before;
  const { role, id } = messageFrame.parse(native.value());
  const list = native.property('parts');
  const message = { role, id, parts: list ? readParts(list, role, '') : [] };
  read.set(native, message);
  return message;
}

function withId(
  native: JsonText,
  id: string | undefined,
  source: MessageSource,
): { message: JsonText; repairs: FormatNotice[] } {
  if (id !== undefined) return { message: native, repairs: [] };
  const message = JsonText.parse(withProperty(native, 'id', JSON.stringify(derivedIdOf(source, null))));
  return {
    message,
    repairs: [{ code: 'message-id-added', detail: 'the SDK takes no message without an id' }],
  };
}

function frameOf(message: JsonText, said: readonly Written[], source: MessageSource): string {
  const jsons = said.flatMap(({ json }) => json ?? []);
  const isTouched = jsons.length < said.length || said.some(({ repairs }) => repairs.length > 0);
  if (isWhole(source) && !isTouched) return message.slice();
  if (jsons.length === 0) return '';
  const text = withParts(message, jsons);
  return source.parts === null ? text : pieceFragment(derivedIdOf(source, null), text);
}

function withParts(message: JsonText, parts: readonly string[]): string {
  return withProperty(message, 'parts', listOf(parts));
}

function lonelyResults(
  parts: readonly ReadPart[],
  shown: readonly ShownSlot[],
  source: MessageSource,
): string[] {
  return shown.flatMap(({ part, from, isResult }) => {
    const isLonely = !shown.some((slot) => slot.from === from && !slot.isResult);
    const raw = parts[from]?.raw;
    if (!isResult || !isLonely || !raw || part.type !== 'tool-result') return [];
    if (source.replacement === null) return [resultFragment(part.callId, { part: completed(raw) })];
    const text = JSON.stringify(source.replacement);
    return [resultFragment(part.callId, part.isError ? { errorText: text } : { output: text })];
  });
}
