import type { Identifier } from './identifier';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const month =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?';
const day = '\\d{1,2}(?:st|nd|rd|th)?';

/** Source of a regular expression: English dates with the name of the month and a day or a year. */
export const datesWritten = `(?<![\\w-])(?:${day} (?:of )?${month}(?:,? \\d{4})?|${month} ${day}(?:,? \\d{4})?|${month} \\d{4})(?![\\w:])`;

/** `22 November 2026` is `2026-11-22`, `Nov 22` is `--11-22`, `Nov 2026` is `2026-11`. */
export function readMonthDate(text: string): Identifier {
  const name = /[A-Z][a-z]{2}/.exec(text)?.[0].toLowerCase() ?? '';
  const monthNumber = two(MONTHS.indexOf(name) + 1);
  const year = /\d{4}/.exec(text)?.[0];
  const dayNumber = /(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0];
  const key = `${year ?? '-'}-${monthNumber}${dayNumber === undefined ? '' : `-${two(Number(dayNumber))}`}`;
  return { kind: 'date', key, text };
}

const ISO = /^(?<year>(?:19|20)\d\d)[-/.](?<month>\d{1,2})(?:[-/.](?<day>\d{1,2}))?(?:[T_ ].*)?$/;
const NUMERIC = /^\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})$/;

/** A word such as `2026-11-22T10:15:00Z`, whose key is the day, or `22/11/2026`, which stays as it is. */
export function readDate(text: string): Identifier | null {
  const { year, month: monthText = '', day: dayText } = ISO.exec(text)?.groups ?? {};
  const isDate =
    year !== undefined && inRange(monthText, 12) && (dayText === undefined || inRange(dayText, 31));
  if (isDate && (dayText !== undefined || text.includes('-'))) {
    const rest = dayText === undefined ? '' : `-${two(Number(dayText))}`;
    return { kind: 'date', key: `${year}-${two(Number(monthText))}${rest}`, text };
  }
  return NUMERIC.test(text) ? { kind: 'date', key: text, text } : null;
}

/** Keys of less exact forms of the same date. */
export function coarserDates(key: string): string[] {
  const { year, rest } = /^(?<year>\d{4})-(?<rest>\d\d-\d\d)$/.exec(key)?.groups ?? {};
  return year === undefined || rest === undefined ? [] : [`--${rest}`, `${year}-${rest.slice(0, 2)}`];
}

function inRange(digits: string, most: number): boolean {
  return Number(digits) >= 1 && Number(digits) <= most;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
