import type { Item, Replacement } from './item';

/**
 * Tokens of a message as the view shows it: an omitted result counts nothing, and of several replacements of one part
 * the newest one saves what it says.
 */
export function shownTokens(item: Item, omittedThrough: number): number {
  const results = item.answers.map((_, answer) =>
    item.firstResult + answer <= omittedThrough
      ? resultTokens(item, answer)
      : (replacementOf(item, answer)?.saved ?? 0),
  );
  const saved = results.reduce((sum, each) => sum + each, replacementOf(item, null)?.saved ?? 0);
  return Math.max(0, item.tokens - saved);
}

/** What stands for a part now: a result of the message, or its own text (null). */
export function replacementOf({ replacements }: Item, answer: number | null): Replacement | undefined {
  return replacements.findLast((each) => each.answer === answer);
}

/** Tokens of one result in full: its share of the message's by their characters. */
export function resultTokens({ tokens, lengths, characters }: Item, answer: number): number {
  const length = lengths[answer] ?? 0;
  return length >= characters ? tokens : Math.round((tokens * length) / characters);
}
