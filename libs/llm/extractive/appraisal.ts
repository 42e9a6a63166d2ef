import { identifiersIn } from '@verbatim/conversation';
import type { Entry } from './entries';
import type { Pace } from './pace';
import type { Vocabulary } from './vocabulary';

/** What counts beside topicality, which is 0 to 1. */
const WEIGHT = { identifier: 0.15, cue: 0.2, last: 0.1, user: 0.1, tool: -0.1, task: 0.4, latest: 0.2 };
const MAX_IDENTIFIERS = 3;

/** Words of decisions, duties, failures and questions, in English; elsewhere topicality must do. */
const CUES =
  /\?|\b(?:decid|decision|agree|conclu|must|should|need|never|always|instead|because|error|fail|fix|done|todo|next)/i;

/** More of one entry than any summary could take. */
const MAX_PER_ENTRY = 100;
/** Bounds the memory for identifiers; later ones are left out. */
const MAX_NAMES = 50_000;

/** A sentence with its worth. */
export interface Candidate {
  readonly text: string;
  /** Its place in the entry. */
  readonly index: number;
  readonly score: number;
}

/** An entry's sentences, the best first, no two the same. */
export interface Appraisal {
  readonly label: string;
  readonly best: readonly Candidate[];
}

/** Scores every sentence: by topic, identifiers, place and speaker. Adds the identifiers found to `names`. */
export async function appraise(
  entries: readonly Entry[],
  vocabulary: Vocabulary,
  names: Map<string, number>,
  pace: Pace,
): Promise<Appraisal[]> {
  const appraisals: Appraisal[] = [];
  const task = entries.findIndex((entry) => entry.label.startsWith('user') && entry.sentences.length > 0);
  for (const [at, { label, sentences }] of entries.entries()) {
    const base = worthOfPlace(label, at === task, at === entries.length - 1);
    const candidates = new Map<string, Candidate>();
    for (const [index, text] of sentences.entries()) {
      if (pace.isDue(text.length)) await pace.turn();
      if (candidates.has(text)) continue;
      const found = identifiersIn(text);
      for (const name of found) count(names, name);
      let score =
        base + vocabulary.topicality(text) + WEIGHT.identifier * Math.min(MAX_IDENTIFIERS, found.length);
      if (CUES.test(text)) score += WEIGHT.cue;
      if (index === sentences.length - 1) score += WEIGHT.last;
      candidates.set(text, { text, index, score });
    }
    const best = [...candidates.values()].toSorted((a, b) => b.score - a.score);
    appraisals.push({ label, best: best.slice(0, MAX_PER_ENTRY) });
  }
  return appraisals;
}

function worthOfPlace(label: string, isTask: boolean, isLatest: boolean): number {
  let worth = 0;
  if (label.startsWith('user')) worth += WEIGHT.user;
  if (label.startsWith('tool')) worth += WEIGHT.tool;
  if (isTask) worth += WEIGHT.task;
  if (isLatest) worth += WEIGHT.latest;
  return worth;
}

function count(names: Map<string, number>, name: string): void {
  const known = names.get(name);
  if (known !== undefined) names.set(name, known + 1);
  else if (names.size < MAX_NAMES) names.set(name, 1);
}
