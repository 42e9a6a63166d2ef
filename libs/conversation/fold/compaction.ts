import { compactionPolicy, decideInRun, decidePostRun, simpleCut } from '../decide';
import type { RecordedEvent } from '../events';
import { isPinned } from '../message';
import { isLive, replacementOf, type Item, type LongResult, type OwedCompaction } from '../state';
import type { Draft } from './draft';
import { putReplacement } from './replacements';
import { textOutputs } from './text-outputs';

/** Of the text `… [N characters omitted]` behind what stays: enough for an estimate. */
const SUFFIX_CHARACTERS = 26;

/** Long results that wait for their run's end, so that the state stays small: of more the oldest are decided at once. */
export const MOST_CANDIDATES = 256;

/**
 * Decides about long tool results when they arrive and when their run is over (SPEC 4). A simple cut takes effect here; a
 * summary is owed. What came before a policy is left alone by it; what it has no part for is owed no more.
 */
export function compactIfDue(draft: Draft, event: RecordedEvent): void {
  if (event.type === 'PolicyAssigned') forgetUndecided(draft);
  if (event.type === 'MessageAppended') noteMessage(draft, event);
  if (event.type === 'MessagesTruncated') forgetCut(draft, event);
  forgetHidden(draft);
  compactEndedRuns(draft);
}

function forgetUndecided(draft: Draft): void {
  const { compaction } = draft.head;
  const policy = compactionPolicy(draft.head);
  const isStill = ({ mode, part }: OwedCompaction): boolean =>
    mode === 'truncated' || (policy?.[part] ?? { mode: 'simple' }).mode !== 'simple';
  draft.update({ compaction: { ...compaction, candidates: [], owed: compaction.owed.filter(isStill) } });
}

type Appended = Extract<RecordedEvent, { type: 'MessageAppended' }>;

function noteMessage(draft: Draft, { data, position }: Appended): void {
  if (isPinned(data.role)) return;
  const policy = compactionPolicy(draft.head);
  if (policy) {
    for (const output of textOutputs(draft, data, position)) {
      const decision = decideInRun(policy, output);
      if (decision) take(draft, decision);
      else if (decidePostRun(policy, output)) addCandidate(draft, output);
    }
  }
  if (data.role === 'user' && data.parts.some(({ type }) => type !== 'tool-result')) {
    draft.update({ compaction: { ...draft.head.compaction, question: position } });
  }
}

function addCandidate(draft: Draft, output: LongResult): void {
  const { compaction } = draft.head;
  draft.update({ compaction: { ...compaction, candidates: [...compaction.candidates, output] } });
}

/** A truncation that was cut again before it was on record needs none any more (SPEC 5, large messages). */
function forgetCut(draft: Draft, { data }: Extract<RecordedEvent, { type: 'MessagesTruncated' }>): void {
  const cut = new Set(data.messages.map(({ position }) => position));
  const isStill = ({ mode, position, result }: OwedCompaction): boolean => {
    const item = mode === 'truncated' && cut.has(position) ? draft.item(position) : undefined;
    return !item || replacementOf(item, result - item.firstResult)?.mode === 'truncated';
  };
  const { compaction } = draft.head;
  draft.update({ compaction: { ...compaction, owed: compaction.owed.filter(isStill) } });
}

/** Results that are omitted or covered by a checkpoint need no summary. */
function forgetHidden(draft: Draft): void {
  const { compaction } = draft.head;
  const isShown = (output: LongResult): boolean => isResultShown(draft, output);
  const candidates = compaction.candidates.filter(isShown);
  const owed = compaction.owed.filter((each) => each.mode === 'truncated' || isShown(each));
  const isSame = candidates.length === compaction.candidates.length && owed.length === compaction.owed.length;
  if (!isSame) draft.update({ compaction: { ...compaction, candidates, owed } });
}

/** False where the view shows a placeholder or a checkpoint instead. */
export function isResultShown(
  { head: { omittedThrough, coverage } }: Draft,
  { result, ordinal }: Pick<LongResult, 'result' | 'ordinal'>,
): boolean {
  return result > omittedThrough && isLive(coverage, ordinal);
}

function compactEndedRuns(draft: Draft): void {
  const { compaction, run } = draft.head;
  const tooMany = compaction.candidates.length - MOST_CANDIDATES;
  const isOver = (output: LongResult, at: number): boolean =>
    output.run < run.number || !run.open || at < tooMany;
  const ended = compaction.candidates.filter(isOver);
  const [first, last] = [ended[0], ended.at(-1)];
  if (!first || !last) return;
  const candidates = compaction.candidates.filter((output, at) => !isOver(output, at));
  draft.update({ compaction: { ...compaction, candidates } });
  // In one look-up: each of them is asked for below.
  draft.itemsWithin(first.ordinal, last.ordinal + 1);
  const policy = compactionPolicy(draft.head);
  for (const output of ended) {
    const item = draft.item(output.position);
    const isReplaced =
      item !== undefined && replacementOf(item, output.result - item.firstResult) !== undefined;
    const decision = isReplaced ? null : decidePostRun(policy, output);
    if (decision) take(draft, decision);
  }
}

function take(draft: Draft, decision: OwedCompaction): void {
  const { compaction } = draft.head;
  draft.update({ compaction: { ...compaction, owed: [...compaction.owed, decision] } });
  if (decision.mode === 'summarized') return;
  const item = draft.item(decision.position);
  const characters = simpleCut(draft.head, decision);
  if (!item || characters === null) throw new Error(`result ${decision.result} cannot be truncated`);
  putReplacement(draft, item, {
    answer: decision.result - item.firstResult,
    mode: 'truncated',
    characters,
    text: null,
    saved: savedBy(item, decision.characters - characters - SUFFIX_CHARACTERS),
    event: null,
  });
}

/** Tokens of so many characters of a message, at its own rate. */
function savedBy({ tokens, characters }: Item, fewer: number): number {
  return Math.max(0, Math.floor((tokens * fewer) / Math.max(1, characters)));
}
