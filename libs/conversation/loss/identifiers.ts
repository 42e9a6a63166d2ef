import { datesWritten, readMonthDate, readDate } from './dates';
import type { Identifier } from './identifier';
import { numbersWritten, readNumber } from './numbers';

/** Longer ones are encoded data rather than names. */
const LONGEST = 120;
const LONGEST_URL = 500;

const cjk = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
const delimiters = `\\s"'\`<>()[\\]{},;|=«»\\u2000-\\u206F\\u3000-\\u303F\\uFF00-\\uFFEF${cjk}`;

/** Escapes of JSON inside a text end a word. Every repetition that may fail is bounded: the time is linear. */
const TOKENS = new RegExp(
  [
    '\\\\[nrt"]',
    '(?<url>(?<!\\w)[A-Za-z][A-Za-z0-9+.-]{1,15}://[^\\s"\'`<>\\\\]+)',
    `(?<date>${datesWritten})`,
    `(?<number>${numbersWritten})`,
    `(?<word>(?:[^${delimiters}\\\\]|\\\\(?![nrt"]))+)`,
  ].join('|'),
  'gu',
);

const EDGES = /^[.:!?*#-]+(?=\w)|[.:!?*]+$/g;
const LINE_NUMBER = /(?<=\.\w{1,8})(?::\d{1,7}){1,2}$/;
const ORDINAL = /^\d+(?:st|nd|rd|th)$/;
const EITHER_OR =
  /^(?:and\/or|either\/or|he\/she|his\/her|yes\/no|true\/false|on\/off|n\/a|w\/o|input\/output|read\/write)$/i;

const PATHS: readonly RegExp[] = [
  /^(?:[A-Za-z]:|[~.]{0,2})[\\/]?[\w@.+-]+(?:[\\/][\w@.+-]+)+[\\/]?$/,
  /^[~.]{0,2}[\\/][\w@.+-]+$/,
  /^[\w-]+\.[a-z]{1,4}\d?$/i,
];

const IDS: readonly RegExp[] = [
  /^[^@]+@[^@]+\.[a-z]+$/i, // address
  /\d.*\d|[A-Za-z].*\d|\d.*[A-Za-z]/, // id, version, time
  /[a-z]_[a-z]|[a-z][A-Z]|^[A-Z][A-Z0-9_]{2,}$/, // name in code
];

/** URLs, paths, dates, numbers, ids and names in code, each as often as it occurs, in order. */
export function* identifiersOf(text: string): Generator<Identifier> {
  for (const { groups = {} } of text.matchAll(TOKENS)) {
    const { url, date, number, word } = groups;
    const found = url
      ? readUrl(url)
      : date
        ? readMonthDate(date)
        : number
          ? readNumber(number)
          : readWord(word);
    if (found) yield found;
  }
}

/** Those of a sentence as they are written, each once. */
export function identifiersIn(sentence: string): string[] {
  return [...new Set(Array.from(identifiersOf(sentence), ({ text }) => text))];
}

function readUrl(written: string): Identifier | null {
  if (written.length > LONGEST_URL + 8) return null;
  const text = written.replace(/[.,:;!?*)\]}]+$/, '');
  return text.length > LONGEST_URL ? null : { kind: 'url', key: text.replace(/\/$/, ''), text };
}

function readWord(written: string | undefined): Identifier | null {
  if (written === undefined || written.length > LONGEST + 8) return null;
  const text = written.replace(EDGES, '').replace(LINE_NUMBER, '');
  if (text.length < 2 || text.length > LONGEST || ORDINAL.test(text) || EITHER_OR.test(text)) return null;
  const number = readNumber(text) ?? readDate(text);
  if (number) return number;
  if (PATHS.some((form) => form.test(text))) {
    return { kind: 'path', key: text.replace(/^\.[\\/]/, '').replace(/[\\/]$/, ''), text };
  }
  return IDS.some((form) => form.test(text)) ? { kind: 'id', key: text, text } : null;
}
