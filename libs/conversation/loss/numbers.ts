import type { Identifier } from './identifier';

const amount = String.raw`\d{1,20}(?:_\d{1,20}){0,6}(?:\.\d{1,20})?`;
const units = [
  '%|‰|°[CF]',
  '[nuµm]?s|secs?|seconds?|mins?|minutes?|hrs?|h|hours?|days?|weeks?|months?|years?',
  '[kKMGTP]i?[Bb]|[Bb]|[Bb]ytes?|[kMG]?Hz',
  '[cmk]?m|[mk]?g|px|USD|EUR|GBP|tokens?',
].join('|');
const currency = '[$€£¥]';

/**
 * Source of a regular expression: an amount with its thousands, decimals, currency and unit. In a JSON array
 * `[100,200]` are two numbers.
 */
export const numbersWritten = String.raw`(?<![\w.,:/\\@-])(?:${currency} ?)?(?:(?<!\[)\d{1,3}(?:,\d{3}){1,6}(?:\.\d{1,20})?|${amount})(?: ?(?:${units}))?(?![\w:/\\@-]|[.,]\d)`;

const NUMBER = new RegExp(
  `^(?<currency>${currency})? ?(?<amount>\\d{1,20}(?:[_,]\\d{1,20}){0,6}(?:\\.\\d{1,20})?) ?(?<unit>${units})?$`,
  'u',
);

const SAME_UNIT: Readonly<Record<string, string>> = {
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  mins: 'min',
  minute: 'min',
  minutes: 'min',
  hr: 'h',
  hrs: 'h',
  hour: 'h',
  hours: 'h',
  µs: 'us',
  byte: 'b',
  bytes: 'b',
};

/** Null for what is no number, and for a single digit alone, which tells nothing apart. */
export function readNumber(text: string): Identifier | null {
  const { amount: digits, unit, currency: sign } = NUMBER.exec(text)?.groups ?? {};
  if (digits === undefined) return null;
  const plain = digits.replaceAll(/[_,]/g, '');
  const value = plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
  const lower = unit?.toLowerCase() ?? '';
  const measure = (sign ?? '') + (SAME_UNIT[lower] ?? lower.replace(/(?<=[a-z]{3})s$/, ''));
  if (value.length < 2 && measure === '') return null;
  return { kind: 'number', key: value + measure, text };
}

/** The key without its unit. */
export function bareNumber(key: string): string {
  return /^[\d.]+/.exec(key)?.[0] ?? key;
}
