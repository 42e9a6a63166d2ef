import type { Appraisal, Candidate } from './appraisal';
import { clip, length } from './sentences';

interface Turn extends Candidate {
  readonly entry: number;
  readonly round: number;
}

const GAP = ' … ';

/**
 * The most telling sentences within `budget` code points, one line an entry, in the order of the conversation.
 * Every entry's best sentence is tried before any entry's second, and no sentence is taken twice. Where none
 * fits, the beginning of the best is taken.
 */
export function select(entries: readonly Appraisal[], budget: number): string[] {
  const candidates = inTurn(entries);
  const chosen = new Map<number, Candidate[]>();
  const taken = new Set<string>();
  let left = budget;
  for (const candidate of candidates) {
    const line = chosen.get(candidate.entry) ?? [];
    const start = line.length === 0 ? length(lineStart(entries[candidate.entry])) : 0;
    const cost = start + length(candidate.text) + length(GAP);
    if (cost > left || taken.has(candidate.text)) continue;
    left -= cost;
    taken.add(candidate.text);
    chosen.set(candidate.entry, [...line, candidate]);
  }
  const [first] = candidates;
  const start = lineStart(entries[first?.entry ?? 0]);
  if (chosen.size === 0 && first !== undefined && length(start) < budget)
    return [clip(start + first.text, budget)];
  return [...chosen]
    .toSorted(([a], [b]) => a - b)
    .map(([entry, sentences]) => lineStart(entries[entry]) + joined(sentences));
}

/** Round by round, the best of a round first. Of sentences that differ in numbers only, each waits for a later round. */
function inTurn(entries: readonly Appraisal[]): Turn[] {
  const turns = entries
    .flatMap(({ best }, entry) => best.map((candidate, round) => ({ ...candidate, entry, round })))
    .toSorted((a, b) => a.round - b.round || b.score - a.score);
  const alike = new Map<string, number>();
  return turns
    .map((turn) => {
      const shape = turn.text.replace(/\d+/g, '0');
      const before = alike.get(shape) ?? 0;
      alike.set(shape, before + 1);
      return { ...turn, round: turn.round + before };
    })
    .toSorted((a, b) => a.round - b.round || b.score - a.score);
}

function lineStart(entry: Appraisal | undefined): string {
  return entry === undefined || entry.label === '' ? '- ' : `- ${entry.label}: `;
}

function joined(sentences: readonly Candidate[]): string {
  let line = '';
  let next = 0;
  for (const { index, text } of sentences.toSorted((a, b) => a.index - b.index)) {
    if (line !== '') line += index === next ? ' ' : GAP;
    line += text;
    next = index + 1;
  }
  return line;
}
