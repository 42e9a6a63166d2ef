import { type Edit, inMessageOf, NO_EDIT, notCarried } from '../encoding';
import type { FormatNotice } from '../format';
import { type JsonText, listOf, withProperty } from '../json-text';
import { base64UrlOf, FILE_NAME } from '../media';
import { isTaken } from './content-elements';
import { type NativeMessage, shownAt } from './native-message';

interface Element {
  readonly raw: JsonText;
  /** What leaves; null where nothing does. */
  readonly text: string | null;
  readonly isText: boolean;
  readonly losses: readonly FormatNotice[];
}

/** The content: a replacement in place of its texts, or the elements that are shown and that this role may have. */
export function editContent(native: NativeMessage): Edit {
  const elements = contentElements(native);
  const losses = elements.flatMap((element) => element.losses);
  const { replacement } = native.source;
  if (replacement !== null) {
    if (native.chat.role === 'tool') return edit(JSON.stringify(replacement));
    return edit(replaced(replacement, elements), losses);
  }
  const texts = elements.flatMap(({ text }) => text ?? []);
  if (texts.length < elements.length) {
    return edit(texts.length === 0 ? nothing(native) : listOf(texts), losses);
  }
  if (elements.some(({ raw, text }) => raw.slice() !== text)) {
    const detail = `a file without a name leaves as ${JSON.stringify(FILE_NAME)}`;
    return edit(listOf(texts), losses, [{ code: 'file-name-added', detail }]);
  }
  const isHidden =
    native.placed.some(({ place }) => place === 'content') && shownAt(native, 'content') === null;
  return isHidden ? edit(nothing(native)) : { ...NO_EDIT, losses };
}

function contentElements(native: NativeMessage): Element[] {
  const { chat, root } = native;
  if (!Array.isArray(chat.content)) return [];
  const parts = chat.content;
  const raws = root.property('content')?.elements() ?? [];
  return raws.map((raw, at) => {
    const part = parts[at];
    const index = shownAt(native, chat.role === 'tool' ? 'content' : `content.${at}`);
    const isText = part?.type === 'text';
    if (!part || index === null) return { raw, text: null, isText, losses: [] };
    if (isTaken(part, chat.role)) return { raw, text: withFileName(raw), isText, losses: [] };
    const what = `${part.type} ${inMessageOf(chat.role)}`;
    return { raw, text: null, isText, losses: [notCarried('openai-chat', index, what)] };
  });
}

function edit(
  content: string,
  losses: readonly FormatNotice[] = [],
  repairs: readonly FormatNotice[] = [],
): Edit {
  return { members: { content }, losses, repairs };
}

function nothing({ chat }: NativeMessage): string {
  return chat.role === 'assistant' ? 'null' : '""';
}

/** What is no text stays where it is; the replacement stands where the first text stood. */
function replaced(replacement: string, elements: readonly Element[]): string {
  const others = elements.flatMap(({ isText, text }) => (isText ? [] : (text ?? [])));
  if (others.length === 0) return JSON.stringify(replacement);
  const at = elements.findIndex(({ isText }) => isText);
  const before = elements.slice(0, Math.max(at, 0)).filter(({ text }) => text !== null).length;
  const element = JSON.stringify({ type: 'text', text: replacement });
  return listOf(others.toSpliced(before, 0, element));
}

/** OpenAI asks for a file's name where its bytes are in the message. */
function withFileName(element: JsonText): string {
  const file = element.property('file');
  if (!file || file.property('filename')?.kind === 'string') return element.slice();
  const data = file.property('file_data')?.value();
  if (typeof data !== 'string' || !base64UrlOf(data)) return element.slice();
  return withProperty(element, 'file', withProperty(file, 'filename', JSON.stringify(FILE_NAME)));
}
