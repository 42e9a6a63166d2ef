const WORDS = /[^\s"'`<>()[\]{},;|=]+/g;
const EDGES = /^[.:!?*#-]+(?=\w)|[.:!?*]+$/g;

const FORMS: readonly RegExp[] = [
  /^[a-z][a-z0-9+.-]*:\/\/./i, // URL
  /^[^@]+@[^@]+\.[a-z]+$/i, // address
  /^[~.]{0,2}[\\/]?[\w@.+-]+(?:[\\/][\w@.+-]+)+[\\/]?$/, // path
  /^[~.]{0,2}[\\/][\w@.+-]+$/, // short path
  /^[\w-]+\.[a-z]{1,4}\d?$/i, // file name
  /\d.*\d|[A-Za-z].*\d|\d.*[A-Za-z]/, // number, id, version, date
  /[a-z]_[a-z]|[a-z][A-Z]|^[A-Z][A-Z0-9_]{2,}$/, // name in code
];

/** Longer ones are encoded data rather than names. */
const MAX_IDENTIFIER = 120;

/** The words of a sentence that must survive as they are: paths, URLs, ids, numbers, names in code. */
export function identifiers(sentence: string): string[] {
  const words = (sentence.match(WORDS) ?? []).map((word) => word.replace(EDGES, ''));
  const found = words.filter(
    (word) => word.length > 1 && word.length <= MAX_IDENTIFIER && FORMS.some((form) => form.test(word)),
  );
  return [...new Set(found)];
}
