import { toolResultsOf } from '../message';
import { shownMessage, type Entry, type Unit } from './entry';
import type { CountTokens } from './source';
import { placeholderText, shortened } from './texts';

type Shortenable = Extract<Entry, { kind: 'message' | 'pending' | 'replacement' }>;

interface ShortenOptions {
  readonly count: CountTokens;
  readonly overhead: number;
  /** Results shown as this were omitted for good and stay as they are. */
  readonly placeholder: string;
}

/**
 * Shortens unread tool results, the longest first and all to one length, until unread units take at most `room`
 * tokens. Text keeps its beginning and says how much is missing.
 */
export function shortenResults(
  units: readonly Unit[],
  room: number,
  { count, overhead, placeholder }: ShortenOptions,
): readonly Unit[] {
  const isShortenable = (entry: Entry): entry is Shortenable =>
    isResult(entry) &&
    !(entry.kind === 'replacement' && entry.text === placeholderText(placeholder, entry.event));
  const unread = units.filter((unit) => unit.unread).flatMap((unit) => unit.entries);
  const results = unread.filter(isShortenable);
  const fixed = sum(unread) - sum(results);
  const ceiling = commonCeiling(
    results.map((entry) => entry.tokens),
    room - fixed,
  );
  const long = new Set<Entry>(results.filter((entry) => entry.tokens > ceiling));
  if (long.size === 0) return units;
  return units.map((unit) => {
    if (!unit.unread || !unit.entries.some((entry) => long.has(entry))) return unit;
    const entries = unit.entries.map((entry) =>
      long.has(entry) && isShortenable(entry) ? shorten(entry, ceiling, count, overhead) : entry,
    );
    return { ...unit, entries };
  });
}

function isResult(entry: Entry): entry is Shortenable {
  const hasSource = entry.kind === 'message' || entry.kind === 'pending' || entry.kind === 'replacement';
  return hasSource && toolResultsOf(shownMessage(entry)).length > 0;
}

/** The greatest length that, as a ceiling for each, brings the sum within `room`. */
function commonCeiling(lengths: readonly number[], room: number): number {
  const sorted = lengths.toSorted((one, other) => one - other);
  let left = Math.max(room, 0);
  for (const [index, length] of sorted.entries()) {
    const share = left / (sorted.length - index);
    if (length > share) return Math.floor(share);
    left -= length;
  }
  return Infinity;
}

/** The overhead of the entry stays; its text is cut in proportion, and again until the count agrees. Never longer. */
function shorten(entry: Shortenable, ceiling: number, count: CountTokens, overhead: number): Entry {
  const full = toolResultsOf(shownMessage(entry))
    .flatMap((result) => result.content)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n');
  const length = Array.from(full).length;
  let characters = Math.floor((length * Math.max(ceiling - overhead, 0)) / Math.max(entry.source.tokens, 1));
  for (;;) {
    const text = shortened(full, characters, entry.event);
    const tokens = count(text) + overhead;
    if (tokens <= ceiling || characters === 0) {
      return tokens < entry.tokens ? { ...entry, kind: 'replacement', text, tokens } : entry;
    }
    characters = Math.floor(characters * 0.8);
  }
}

function sum(entries: readonly Entry[]): number {
  return entries.reduce((total, entry) => total + entry.tokens, 0);
}
