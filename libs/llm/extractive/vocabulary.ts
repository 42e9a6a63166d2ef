/** Words of three or more letters; in scripts without blanks, pairs of characters. */
const TERMS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,2}|[\p{L}\p{N}_]{3,}/gu;

/** Bounds the memory that a text of random words can take; later words then count as unknown. */
const MAX_TERMS = 200_000;

/** Terms in a sentence below which its mean is damped: two good words are not yet a good sentence. */
const DAMPING = 4;

/**
 * Which words a conversation is about. As Luhn found in 1958, those are neither the rarest nor the most common
 * ones, which needs no list of stop words and so holds in any language.
 */
export class Vocabulary {
  private readonly occurrences = new Map<string, number>();
  private sentences = 0;

  add(sentence: string): void {
    this.sentences++;
    for (const term of terms(sentence)) {
      const count = this.occurrences.get(term);
      if (count !== undefined) this.occurrences.set(term, count + 1);
      else if (this.occurrences.size < MAX_TERMS) this.occurrences.set(term, 1);
    }
  }

  /** From 0 (says nothing that the conversation is about) to 1. */
  topicality(sentence: string): number {
    const found = terms(sentence);
    let sum = 0;
    for (const term of found) {
      const count = this.occurrences.get(term) ?? 1;
      sum += Math.log1p(count) * Math.log1p(this.sentences / count);
    }
    const best = Math.log1p(Math.sqrt(this.sentences)) ** 2;
    return best === 0 ? 0 : sum / (found.size + DAMPING) / best;
  }
}

function terms(sentence: string): Set<string> {
  return new Set(sentence.toLowerCase().match(TERMS) ?? []);
}
