const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** White space between JSON tokens (RFC 8259): space, tab, line feed, carriage return. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Offset just after the string that opens at `start`; the end of the text where it is never closed. */
export function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

/** Offset just after the value that begins at `start`. Never recurses, so nesting costs no stack. */
export function endOfValue(text: string, start: number): number {
  if (text.charCodeAt(start) === QUOTE) return endOfString(text, start);
  let open = 0;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    if (open === 0 && endsScalar(code)) return at;
    open += nestingStep(code);
    at += 1;
    if (open === 0 && nestingStep(code) === -1) return at;
  }
  return at;
}

/** +1 for a character that opens an object or a list, -1 for one that closes it, else 0. Not meant for strings. */
export function nestingStep(code: number): -1 | 0 | 1 {
  if (code === 0x7b || code === 0x5b) return 1;
  return code === 0x7d || code === 0x5d ? -1 : 0;
}

function endsScalar(code: number): boolean {
  return code === 0x2c || nestingStep(code) === -1 || isSpace(code);
}
