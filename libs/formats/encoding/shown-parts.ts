import type { Part } from '@verbatim/conversation';
import type { MessageSource } from '../format';

export interface ShownPart {
  readonly part: Part;
  /** In the canonical message. */
  readonly index: number;
}

/** True where the part with this index is shown. */
export function isShown({ parts }: Pick<MessageSource, 'parts'>, index: number): boolean {
  return parts === null || parts.includes(index);
}

/** The parts of a message that are shown, as they are. */
export function shownParts(source: Pick<MessageSource, 'message' | 'parts'>): ShownPart[] {
  return source.message.parts.flatMap((part, index) => (isShown(source, index) ? [{ part, index }] : []));
}

/**
 * The parts as they are shown: a replacement stands for the content of each result, or, in a message without results,
 * where the first text stood and for all of them.
 */
export function partsToWrite(source: Pick<MessageSource, 'message' | 'parts' | 'replacement'>): ShownPart[] {
  const shown = shownParts(source);
  const { replacement } = source;
  if (replacement === null) return shown;
  const text = { type: 'text', text: replacement } as const;
  if (shown.some(isResult)) {
    return shown.map(({ part, index }) => ({
      part: part.type === 'tool-result' ? { ...part, content: [text] } : part,
      index,
    }));
  }
  const at = shown.findIndex(({ part }) => part.type === 'text');
  const others = shown.filter(({ part }) => part.type !== 'text');
  return others.toSpliced(Math.max(at, 0), 0, { part: text, index: shown[at]?.index ?? 0 });
}

/** True where all of the message leaves as it came. */
export function isWhole({ parts, replacement }: Pick<MessageSource, 'parts' | 'replacement'>): boolean {
  return parts === null && replacement === null;
}

export function isResult({ part }: Pick<ShownPart, 'part'>): boolean {
  return part.type === 'tool-result';
}
