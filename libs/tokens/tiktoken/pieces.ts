/** UTF-16 units after which a piece is cut, since encoding is quadratic in its length. */
const MAX_PIECE = 128;
/** UTF-16 units the pattern sees at once: on millions of letters its backtracking overflows the stack. */
const WINDOW = 64 * 1024;
/** A piece that ends this near to a window's end might go on behind it; it is left to the next window. */
const MARGIN = 1024;

/**
 * The pieces of a text, window by window, so that a caller can do something else in between. The windows do not
 * show in the pieces, unless one piece is nearly as long as a window (and then it is cut anyway).
 */
export function* windows(text: string, pattern: RegExp): Generator<string[]> {
  for (let start = 0; start < text.length;) {
    const window = text.slice(start, start + WINDOW);
    const isLast = start + window.length === text.length;
    const pieces: string[] = [];
    let next = start + window.length;
    for (const { 0: piece, index } of window.matchAll(pattern)) {
      if (!isLast && index > 0 && index + piece.length > WINDOW - MARGIN) {
        next = start + index;
        break;
      }
      if (piece.length <= MAX_PIECE) pieces.push(piece);
      else pieces.push(...cut(piece));
    }
    yield pieces;
    start = next;
  }
}

/** Parts of at most `MAX_PIECE` units that do not split a code point. */
function* cut(piece: string): Generator<string> {
  for (let start = 0; start < piece.length;) {
    let end = Math.min(start + MAX_PIECE, piece.length);
    if (isHighSurrogate(piece.charCodeAt(end - 1)) && end < piece.length) end -= 1;
    yield piece.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
