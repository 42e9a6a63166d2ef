import { toolResultsOf } from '../message';
import { isResultEntry, shownMessage, type Entry, type MessageEntry, type Unit } from './entry';
import type { CountTokens } from './source';
import { placeholderText, truncatedText } from './texts';

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
  const isShortenable = (entry: Entry): entry is MessageEntry =>
    isResultEntry(entry) &&
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
function shorten(entry: MessageEntry, ceiling: number, count: CountTokens, overhead: number): Entry {
  const summary = entry.kind === 'replacement' ? entry.summary : undefined;
  const full = summary ?? resultsText(entry);
  const length = Array.from(full).length;
  const tokensOfFull = summary === undefined ? entry.source.tokens : count(summary);
  let characters = Math.floor((length * Math.max(ceiling - overhead, 0)) / Math.max(tokensOfFull, 1));
  for (;;) {
    const text = truncatedText(full, characters, entry.event);
    const tokens = count(text) + overhead;
    if (tokens <= ceiling || characters === 0) {
      return tokens < entry.tokens ? { ...entry, kind: 'replacement', text, tokens } : entry;
    }
    characters = Math.floor(characters * 0.8);
  }
}

function resultsText(entry: MessageEntry): string {
  return toolResultsOf(shownMessage(entry))
    .flatMap((result) => result.content)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n');
}

function sum(entries: readonly Entry[]): number {
  return entries.reduce((total, entry) => total + entry.tokens, 0);
}
