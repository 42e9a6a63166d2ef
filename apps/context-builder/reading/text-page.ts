import { z } from 'zod';

/** Which part of a text is asked for, in characters: Unicode code points, as everywhere. */
export interface TextRequest {
  readonly offset: number;
  readonly limit: number;
}

const count = z.int().min(0);

/** A part of a text. The parts from 0 on, each at the `next` of the one before, joined, are the text. */
export const textPageSchema = z.object({
  text: z.string().describe('This part of the text.'),
  offset: count.describe('Where it begins, in characters (Unicode code points) from 0.'),
  total: count.nullable().describe('Characters of the whole text; null while they are not counted.'),
  next: count.nullable().describe('The offset of the part after; null at the end.'),
});
export type TextPage = z.infer<typeof textPageSchema>;

export function textPage(text: string, { offset, limit }: TextRequest): TextPage {
  const total = countCharacters(text);
  const end = offset + limit;
  return { text: charactersOf(text, offset, end), offset, total, next: end < total ? end : null };
}

export function countCharacters(text: string): number {
  if (isOneUnitEach(text)) return text.length;
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}

/** Those from `start` on and before `end`; a pair of surrogates is one character and stays together. */
export function charactersOf(text: string, start: number, end: number): string {
  if (isOneUnitEach(text)) return text.slice(start, end);
  return Array.from(text).slice(start, end).join('');
}

function isOneUnitEach(text: string): boolean {
  return !/[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text);
}
