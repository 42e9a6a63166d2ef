/** Whether Postgres takes the text as it is: no NUL and no lone surrogate. Attributes must be; message text need not. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** The text with NUL and lone surrogates shown as their JSON escapes. */
export function storable(text: string): string {
  if (isStorable(text)) return text;
  return text
    .replaceAll('\0', String.raw`\u0000`)
    .replace(/\p{Surrogate}/gu, (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16));
}

/** Whether the text has more Unicode code points than the limit. */
export function isLongerThan(text: string, codePoints: number): boolean {
  return text.length > codePoints && Array.from(text).length > codePoints;
}

/** What a row of a Postgres index takes of names, a number beside them; the page's limit is 2,704 bytes. */
const INDEXED_BYTES = 2500;

/** Whether tenant, conversation and id, which name an event together, have too many UTF-8 bytes to be indexed. */
export function isTooLongTogether(...names: readonly string[]): boolean {
  return names.reduce((sum, name) => sum + Buffer.byteLength(name), 0) > INDEXED_BYTES;
}
