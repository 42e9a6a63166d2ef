/** UTF-16 units a sentence may have; longer ones are cut at a blank or a comma where there is one. */
const MAX_SENTENCE = 160;

/** Ends of sentences within a line. Not after a single letter or digit, so "e.g." and "1." end none. */
const SENTENCE_END = /(?<=[^\s.]{2}[.!?]["')\]]?)\s+|(?<=[。！？])/u;

/** The sentences of a text, cleaned, in order. Takes time in proportion to the text. */
export function sentences(text: string): string[] {
  return text.split(/[\n\r]+/).flatMap((line) => clean(line).split(SENTENCE_END).flatMap(split));
}

/** On one line, without NUL and lone surrogates. */
export function clean(text: string): string {
  return text
    .replace(/[\0\p{Surrogate}]/gu, '\uFFFD')
    .replace(/\s+/g, ' ')
    .trim();
}

/** At most `limit` code points, the last of them `…` where something was cut. */
export function clip(text: string, limit: number): string {
  const points = Array.from(text.slice(0, 2 * limit + 2));
  return points.length <= limit ? text : points.slice(0, Math.max(0, limit - 1)).join('') + '…';
}

/** The length in code points. */
export function length(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function split(sentence: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < sentence.length;) {
    const end = cutPoint(sentence, start);
    const part = sentence.slice(start, end).trim();
    if (part !== '') parts.push(part);
    start = end;
  }
  return parts;
}

function cutPoint(text: string, start: number): number {
  const hardEnd = start + MAX_SENTENCE;
  if (hardEnd >= text.length) return text.length;
  const reach = text.slice(start, hardEnd);
  const soft = Math.max(reach.lastIndexOf(' '), reach.lastIndexOf(',') + 1);
  if (soft > 0) return start + soft;
  const unit = text.charCodeAt(hardEnd);
  return unit >= 0xdc00 && unit <= 0xdfff ? hardEnd - 1 : hardEnd;
}
