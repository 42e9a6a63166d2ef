import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Columns of a terminal that a text takes: 2 for a wide character, none for colour codes. */
export const widthOf = (text: string): number => stringWidth(text);

/** At most so many columns; what is cut ends with `…`. The text has no colour codes. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return width < 1 ? '' : `${start(text, width - 1)}…`;
}

/** Exactly so many columns, filled with spaces at its end, or at its beginning where it is a figure. */
export function padTo(text: string, width: number, toTheRight = false): string {
  const filling = ' '.repeat(Math.max(0, width - widthOf(text)));
  return toTheRight ? filling + text : text + filling;
}

/** Lines of at most so many columns, broken between words; a word that is wider is broken inside. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(1, width)));
}

function wrapLine(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function pieces(word: string, width: number): string[] {
  const found: string[] = [];
  let rest = word;
  while (widthOf(rest) > width) {
    const piece = start(rest, width) || rest;
    found.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...found, rest];
}

/** The longest beginning that fits, without half of a character. */
function start(text: string, width: number): string {
  let taken = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > width) break;
    taken += segment;
  }
  return taken;
}
