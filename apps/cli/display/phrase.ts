import { escaped, members } from '../rendering';
import { numberText } from './figures';

/**
 * A value in one line of words: text as it is, `yes` and `no`, a list with commas, an object as `name value` pairs,
 * nothing for null. Safe to show.
 */
export function phrase(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return escaped(value.replaceAll(/[\n\t]+/g, ' '));
  if (Array.isArray(value))
    return value
      .map(phrase)
      .filter((text) => text !== '')
      .join(separatorOf(value));
  const told = Object.entries(members(value)).filter(([, inner]) => phrase(inner) !== '');
  return told.map(([name, inner]) => `${inWords(escaped(name))} ${phrase(inner)}`).join(', ');
}

/** `maxMessages` as `max messages`. */
export function inWords(name: string): string {
  return name.replaceAll(
    /([a-z\d])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
}

function separatorOf(values: readonly unknown[]): string {
  return values.some((one) => typeof one === 'object') ? '; ' : ', ';
}
