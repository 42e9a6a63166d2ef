/** Rank of each token, keyed by its bytes as a latin1 string (one character a byte). */
export type Ranks = ReadonlyMap<string, number>;

const NONE = Number.POSITIVE_INFINITY;

/**
 * How many tokens byte pair encoding makes of one piece. Quadratic in the length of the piece, so callers keep
 * pieces short. Merges the lowest rank first, the leftmost of equals, as tiktoken does.
 */
export function countTokens(piece: string, ranks: Ranks): number {
  const bytes = Buffer.from(piece, 'utf8').toString('latin1');
  if (ranks.has(bytes)) return 1;

  // Part i is bytes[starts[i]..starts[i + 1]); pairs[i] is the rank of part i joined with part i + 1.
  const starts = Array.from({ length: bytes.length + 1 }, (_, index) => index);
  const rankAt = (index: number): number => {
    const end = starts[index + 2];
    return end === undefined ? NONE : (ranks.get(bytes.slice(starts[index], end)) ?? NONE);
  };
  const pairs = starts.slice(0, -1).map((_, index) => rankAt(index));

  for (;;) {
    const best = indexOfLowest(pairs);
    if (best === -1) return pairs.length;
    starts.splice(best + 1, 1);
    pairs.splice(best + 1, 1);
    pairs[best] = rankAt(best);
    if (best > 0) pairs[best - 1] = rankAt(best - 1);
  }
}

function indexOfLowest(pairs: readonly number[]): number {
  let lowest = NONE;
  let found = -1;
  for (let index = 0; index < pairs.length; index++) {
    const rank = pairs[index] ?? NONE;
    if (rank < lowest) {
      lowest = rank;
      found = index;
    }
  }
  return found;
}
