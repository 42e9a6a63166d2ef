import { replacementOf, resultTokens, type Head, type Item, type Topic, type WorkingSet } from '../../state';
import { countedWithin } from '../live-tokens';
import type { LargeCut } from './step';

/** Cuts that one event holds at most; the next step goes on. */
const MOST_CUTS = 100;

/**
 * Large parts of a topic's messages, largest first, as many as bring it down by `excess` tokens. Not what the model has
 * not read yet, nor assistant messages that call tools, whose arguments are theirs.
 */
export function largeCuts(ws: WorkingSet, topic: Topic, limit: number, excess: number): LargeCut[] {
  const items = topic.stretches
    .flatMap((stretch) => countedWithin(ws.head, stretch))
    .flatMap(({ from, to }) => ws.itemsWithin(from, to));
  const large = items.flatMap((item) => cutsOf(ws.head, item, limit));
  const cuts: LargeCut[] = [];
  let saved = 0;
  for (const { shown, ...cut } of large.toSorted((one, other) => other.shown - one.shown)) {
    if (saved >= excess || cuts.length === MOST_CUTS) break;
    saved += shown - limit;
    cuts.push(cut);
  }
  return cuts;
}

type Candidate = LargeCut & { readonly shown: number };

function cutsOf(head: Head, item: Item, limit: number): Candidate[] {
  if (item.tokens <= limit) return [];
  const isUnread = item.ordinal === head.unpinned - 1 && item.position === head.newestUser?.position;
  if (item.answers.length === 0) {
    return item.calls.length > 0 || isUnread
      ? []
      : cutOf(item, null, { tokens: item.tokens, characters: item.characters, limit });
  }
  const isReadable = (result: number): boolean => head.omittedThrough < result && result <= head.readResults;
  return item.answers.flatMap((_, answer) =>
    isReadable(item.firstResult + answer)
      ? cutOf(item, answer, {
          tokens: resultTokens(item, answer),
          characters: item.lengths[answer] ?? 0,
          limit,
        })
      : [],
  );
}

/** In proportion to its own characters per token, never to nothing; a part that is shown as short already stays. */
function cutOf(
  item: Item,
  answer: number | null,
  {
    tokens,
    characters,
    limit,
  }: { readonly tokens: number; readonly characters: number; readonly limit: number },
): Candidate[] {
  const replacement = replacementOf(item, answer);
  const shown = tokens - (replacement?.saved ?? 0);
  if (shown <= limit || replacement?.mode === 'summarized') return [];
  const target = Math.max(1, Math.floor((characters * limit) / tokens));
  const isShorter = target < Math.min(characters, replacement?.characters ?? Infinity);
  return isShorter ? [{ item, answer, characters: target, tokens, shown }] : [];
}
