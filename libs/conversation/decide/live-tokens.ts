import {
  countedStretches,
  shownTokens,
  type Head,
  type Item,
  type TopicStretch,
  type WorkingSet,
} from '../state';
import type { Stretch } from './boundary';

/** How many of the newest messages are looked up at first to find those that stay. */
const FIRST_LOOK = 32;

/** Tokens, as shown, of the messages in [from, to) that count toward triggers. Looks up those or all others, the fewer. */
export function countedTokens(ws: WorkingSet, from: number, to: number): number {
  const { unpinned, liveTokens } = ws.head;
  const inside = countedWithin(ws.head, { from, to });
  const outside = [
    { from: 0, to: from },
    { from: to, to: unpinned },
  ].flatMap((rest) => countedWithin(ws.head, rest));
  return length(inside) <= length(outside) ? tokensOf(ws, inside) : liveTokens - tokensOf(ws, outside);
}

/** Tokens, as shown, of all messages in these stretches. */
export function tokensOf(ws: WorkingSet, stretches: readonly Stretch[]): number {
  const items = stretches.flatMap(({ from, to }) => ws.itemsWithin(from, to));
  return items.reduce((sum, item) => sum + shownTokens(item, ws.head.omittedThrough), 0);
}

/** Tokens of counted messages that omitting the results up to number `through` saves. */
export function savedByOmitting(ws: WorkingSet, through: number): number {
  const { omittedThrough } = ws.head;
  const saved = (item: Item): number => shownTokens(item, omittedThrough) - shownTokens(item, through);
  return withResults(ws, omittedThrough + 1, through).reduce((sum, item) => sum + saved(item), 0);
}

/** Counted messages from the one that holds result number `first` to the one that holds `last`. */
function withResults(ws: WorkingSet, first: number, last: number): Item[] {
  const oldest = ws.itemOfResult(first);
  const newest = ws.itemOfResult(last);
  if (!oldest || !newest || oldest.ordinal === null || newest.ordinal === null) return [];
  const counted = countedWithin(ws.head, { from: oldest.ordinal, to: newest.ordinal + 1 });
  if (oldest.position === newest.position) return counted.length > 0 ? [oldest] : [];
  return counted.flatMap(({ from, to }) => ws.itemsWithin(from, to));
}

/** The first of the newest counted messages that take at most `tokens` as shown; the newest one is always among them. */
export function firstWithin(ws: WorkingSet, tokens: number): number {
  let first: number | null = null;
  let left = tokens;
  for (const item of countedNewestFirst(ws)) {
    left -= shownTokens(item, ws.head.omittedThrough);
    if (left < 0 && first !== null) break;
    first = item.ordinal;
  }
  return first ?? ws.head.unpinned;
}

/** Looked up in pieces, each twice as long as the one before: no more is loaded than about twice what is read. */
function* countedNewestFirst(ws: WorkingSet): Generator<Item> {
  const { coverage, unpinned } = ws.head;
  let look = FIRST_LOOK;
  for (const { from, to } of countedStretches(coverage, unpinned).toReversed()) {
    for (let end = to; end > from;) {
      const begin = Math.max(from, end - look);
      yield* ws.itemsWithin(begin, end).toReversed();
      end = begin;
      look *= 2;
    }
  }
}

/** Live messages in a stretch that count toward triggers, by ordinals. */
export function countedWithin({ coverage, unpinned }: Head, { from, to }: TopicStretch): Stretch[] {
  return countedStretches(coverage, unpinned)
    .map((gap) => ({ from: Math.max(gap.from, from), to: Math.min(gap.to, to ?? unpinned) }))
    .filter((part) => part.from < part.to);
}

function length(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { from, to }) => sum + to - from, 0);
}
