import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Encoding, TokenCounter } from '../token-counter';
import { countTokens, type Ranks } from './byte-pairs';
import { PieceCache } from './piece-cache';
import { windows } from './pieces';
import { loadVocabulary, type Vocabulary } from './vocabulary';

const CACHED_PIECES = 50_000;

/**
 * Counts as tiktoken does. One exception: a piece of more than 128 UTF-16 units (a long run of letters, of spaces
 * or of signs; neither prose nor code has them) is counted in parts and may come out a few tokens higher.
 * Each encoding is loaded at its first use. Counting a long text lets the event loop turn in between.
 */
export class TiktokenCounter implements TokenCounter {
  private readonly encodings = new Map<Encoding, LoadedEncoding>();

  async count(text: string, encoding: Encoding): Promise<number> {
    const { vocabulary, cache } = this.loaded(encoding);
    const { pattern, ranks } = await vocabulary;
    let tokens = 0;
    for (const window of windows(text, pattern)) {
      if (tokens > 0) await nextTurn();
      for (const piece of window) tokens += countCached(piece, ranks, cache);
    }
    return tokens;
  }

  async counter(encoding: Encoding): Promise<(text: string) => number> {
    const { vocabulary, cache } = this.loaded(encoding);
    const { pattern, ranks } = await vocabulary;
    return (text) => {
      let tokens = 0;
      for (const window of windows(text, pattern)) {
        for (const piece of window) tokens += countCached(piece, ranks, cache);
      }
      return tokens;
    };
  }

  private loaded(encoding: Encoding): LoadedEncoding {
    const known = this.encodings.get(encoding);
    if (known !== undefined) return known;
    const fresh = { vocabulary: loadVocabulary(encoding), cache: new PieceCache(CACHED_PIECES) };
    this.encodings.set(encoding, fresh);
    return fresh;
  }
}

interface LoadedEncoding {
  readonly vocabulary: Promise<Vocabulary>;
  readonly cache: PieceCache;
}

function countCached(piece: string, ranks: Ranks, cache: PieceCache): number {
  const known = cache.get(piece);
  if (known !== undefined) return known;
  const count = countTokens(piece, ranks);
  cache.set(piece, count);
  return count;
}
