/**
 * The raw text of a member of a JSON object, so that what parsing loses is still there. The text must be valid JSON.
 * @returns undefined where there is no such member
 */
export function rawMember(text: string, name: string): string | undefined {
  let at = text.indexOf('{');
  while (at !== -1 && text.charAt(at) !== '}') {
    const key = text.indexOf('"', at);
    if (key === -1) return undefined;
    const keyEnd = endOfString(text, key);
    const value = text.indexOf(':', keyEnd) + 1;
    const end = endOfValue(text, value);
    if (JSON.parse(text.slice(key, keyEnd)) === name) return text.slice(value, end).trim();
    at = end;
  }
  return undefined;
}

/** The index of the comma or bracket that ends the value which begins at `start`. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    switch (text.charAt(at)) {
      case '"':
        at = endOfString(text, at) - 1;
        break;
      case '{':
      case '[':
        depth += 1;
        break;
      case '}':
      case ']':
        if (depth === 0) return at;
        depth -= 1;
        break;
      case ',':
        if (depth === 0) return at;
    }
  }
  return text.length;
}

/** The index behind the quote that closes the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charAt(quote - 1 - backslashes) === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}
