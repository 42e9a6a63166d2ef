import type { RecordedEvent } from '../events';
import { codePoints } from '../message';
import { replacementOf, type Item, type OwedCompaction, type Replacement } from '../state';
import { isResultShown } from './compaction';
import type { Draft } from './draft';
import { putReplacement } from './replacements';

type Filtered = Extract<RecordedEvent, { type: 'ToolResultsFiltered' }>;
type Compacted = Filtered['data']['results'][number];

/**
 * Why an event that truncates or summarises results may not take effect, or null. Each of its results is owed one, or was
 * until something else stood for it; at least one still is.
 */
export function compactionProblem(draft: Draft, { data: { results } }: Filtered): string | null {
  if (results.some(({ mode }) => mode === 'omitted')) return 'omissions are put on record apart';
  const problem = results.reduce<string | null>((found, each) => found ?? problemOf(draft, each), null);
  if (problem !== null) return problem;
  return results.some((each) => owedOf(draft, each))
    ? null
    : 'none of its results is to be compacted any more';
}

function problemOf(draft: Draft, compacted: Compacted): string | null {
  const { result, callId, message } = compacted;
  const named = `tool result ${result} (${callId})`;
  const item = draft.itemOfResult(result);
  const answer = result - (item?.firstResult ?? 0);
  if (item?.eventId !== message || item.answers[answer] !== callId) return `${named} is not in ${message}`;
  const owed = owedOf(draft, compacted);
  if (!owed) return isSettled(draft, item, result) ? null : `${named} is not to be compacted`;
  const wrong = whatIsWrong(compacted, owed, replacementOf(item, answer));
  return wrong === null ? null : `${named} ${wrong}`;
}

function whatIsWrong(
  { mode, characters = 0, replacement }: Compacted,
  owed: OwedCompaction,
  decided: Replacement | undefined,
): string | null {
  if (mode === 'summarized') {
    if (owed.mode === 'truncated') return 'is to be truncated';
    return codePoints(replacement) > owed.characters ? 'is shorter than its summary' : null;
  }
  const { characters: cut } = owed.mode === 'truncated' && decided ? decided : { characters };
  if (characters !== cut) return `is truncated to ${cut} characters, not to ${characters}`;
  return characters < 1 || characters >= owed.characters ? 'would not get shorter' : null;
}

function isSettled(draft: Draft, item: Item, result: number): boolean {
  if (replacementOf(item, result - item.firstResult) !== undefined) return true;
  return item.ordinal === null || !isResultShown(draft, { result, ordinal: item.ordinal });
}

function owedOf({ head }: Draft, { result }: Compacted): OwedCompaction | undefined {
  return head.compaction.owed.find((owed) => owed.result === result);
}

/** What is still owed takes effect, a truncation that the fold decided is confirmed. */
export function recordCompaction(draft: Draft, { id, data: { results } }: Filtered): void {
  for (const compacted of results) {
    const owed = owedOf(draft, compacted);
    const item = draft.itemOfResult(compacted.result);
    if (!owed || !item) continue;
    const { compaction } = draft.head;
    draft.update({ compaction: { ...compaction, owed: compaction.owed.filter((each) => each !== owed) } });
    const isSummary = compacted.mode === 'summarized';
    putReplacement(draft, item, {
      answer: compacted.result - item.firstResult,
      mode: isSummary ? 'summarized' : 'truncated',
      characters: isSummary ? 0 : (compacted.characters ?? 0),
      text: isSummary ? compacted.replacement : null,
      saved: Math.max(0, compacted.tokensBefore - compacted.tokensAfter),
      event: id,
    });
  }
}
