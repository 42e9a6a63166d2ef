import { toColumn } from './text-column';

/** The last code point: no id has it, so that every id with this beginning stands before what ends with it. */
const LAST = '\u{10FFFF}';

/** Two parameters for a condition on bytes, `id COLLATE "C" >= $x AND id COLLATE "C" < $y`: ids with a beginning. */
export function idRange(beginning: string): [from: string, to: string] {
  const from = toColumn(beginning);
  return [from, from + LAST];
}
