/** What a body says in one of its messages or blocks, read off by nobody's code but the tests'. */
export type Step =
  | {
      readonly kind: 'said';
      readonly calls: readonly ShownCall[];
      readonly texts: readonly string[];
      /** True where it goes on with what was said directly before. */
      readonly goesOn?: boolean;
    }
  | { readonly kind: 'answered'; readonly id: string; readonly texts: readonly string[] }
  | { readonly kind: 'asked'; readonly texts: readonly string[] };

interface ShownCall {
  readonly id: string;
  readonly name: string;
}

export type Json = Readonly<Record<string, unknown>>;

export const objects = (list: unknown): Json[] =>
  Array.isArray(list) ? list.filter((each): each is Json => each !== null && typeof each === 'object') : [];

export const string = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A text or the texts of a list of parts. */
export function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return objects(content).map(({ text }) => string(text));
}
