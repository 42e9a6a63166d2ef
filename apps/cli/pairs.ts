import { InvalidArgumentError } from 'commander';

/** Values by key, as `--metadata key=value` gives them, one an option. */
export type Pairs = Readonly<Record<string, string>>;

/** Adds a `key=value` to those of the options before it; the value begins behind the first `=`. */
export function pair(text: string, before: Pairs = {}): Pairs {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Expected key=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** A number or a boolean where the text is exactly how it is written, null for no text at all; else the text. */
export function valueOf(text: string): string | number | boolean | null {
  if (text === '') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}
