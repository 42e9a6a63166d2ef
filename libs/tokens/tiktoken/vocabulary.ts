import type { Encoding } from '../token-counter';
import type { Ranks } from './byte-pairs';

/** One encoding, ready to count with. */
export interface Vocabulary {
  readonly ranks: Ranks;
  /** Splits text into pieces; tokens never cross a piece. */
  readonly pattern: RegExp;
}

interface RankFile {
  readonly pat_str: string;
  /** Lines of `! FIRST_RANK TOKEN TOKEN …`, each token in base64, ranks counting up from the first. */
  readonly bpe_ranks: string;
}

/** Reads an encoding's ranks from the package. Takes some hundred milliseconds; keep the result. */
export async function loadVocabulary(encoding: Encoding): Promise<Vocabulary> {
  const file = await rankFile(encoding);
  return { ranks: parseRanks(file.bpe_ranks), pattern: new RegExp(file.pat_str, 'gu') };
}

async function rankFile(encoding: Encoding): Promise<RankFile> {
  switch (encoding) {
    case 'o200k_base':
      return (await import('js-tiktoken/ranks/o200k_base')).default;
    case 'cl100k_base':
      return (await import('js-tiktoken/ranks/cl100k_base')).default;
  }
}

function parseRanks(lines: string): Ranks {
  const ranks = new Map<string, number>();
  for (const line of lines.split('\n')) {
    const [, first, ...tokens] = line.split(' ');
    const offset = Number(first);
    for (const [index, token] of tokens.entries()) {
      ranks.set(Buffer.from(token, 'base64').toString('latin1'), offset + index);
    }
  }
  return ranks;
}
