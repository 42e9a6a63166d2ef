import { JsonText } from '../json-text';

/** One of the values that a body is made of. */
export interface FragmentValue {
  readonly json: JsonText;
  /** Index of the text that it came in. */
  readonly fragment: number;
}

/** The values of encoded messages' texts, each of which holds none, one or more, joined with commas. */
export function fragmentValues(texts: readonly string[]): FragmentValue[] {
  return texts.flatMap((text, fragment) =>
    JsonText.parse(`[${text}]`)
      .elements()
      .map((json) => ({ json, fragment })),
  );
}

/** JSON strings as one, the characters of each as they were written; a blank line stands between them. */
export function joinedStrings(strings: readonly JsonText[]): string {
  return `"${strings.map((text) => text.slice().slice(1, -1)).join('\\n\\n')}"`;
}
