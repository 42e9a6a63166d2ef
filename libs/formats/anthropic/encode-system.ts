import { isBlank, isWhole, partNotCarried, shownParts } from '../encoding';
import type { EncodedMessage, FormatNotice, MessageSource } from '../format';
import type { JsonText } from '../json-text';
import { emptyText } from './limits';

/** A system message as `{"system": …}`: as it came where it is Anthropic's and all of it shown, else its texts. */
export function encodeSystem(source: MessageSource, native: JsonText | null): EncodedMessage {
  const shown = shownParts(source);
  const texts = shown.flatMap(({ part, index }) =>
    part.type === 'text' ? [{ text: part.text, index }] : [],
  );
  const losses = shown
    .filter(({ part }) => part.type !== 'text')
    .map((each) => partNotCarried('anthropic', each, source.message));
  const blank = texts.filter(({ text }) => isBlank(text));
  const repairs = [...moved(native), ...blank.map(({ index }) => emptyText(index))];
  const raw = (native?.property('system') ?? native?.property('content'))?.slice();
  if (isWhole(source) && raw !== undefined && losses.length + blank.length === 0 && texts.length > 0) {
    return { text: `{"system":${raw}}`, losses, repairs };
  }
  const left =
    source.replacement === null ? texts.filter(({ text }) => !isBlank(text)) : [{ text: source.replacement }];
  return { text: left.length === 0 ? '' : `{"system":${systemJson(left)}}`, losses, repairs };
}

function systemJson(texts: readonly { readonly text: string }[]): string {
  const [first] = texts;
  return texts.length === 1 && first
    ? JSON.stringify(first.text)
    : JSON.stringify(texts.map(({ text }) => ({ type: 'text', text })));
}

/** Pinned messages lead every context, so one that came among the messages leaves before them. */
function moved(native: JsonText | null): FormatNotice[] {
  if (native?.property('content') === undefined) return [];
  return [
    { code: 'system-moved', detail: 'a system message among the messages leaves in the system prompt' },
  ];
}
