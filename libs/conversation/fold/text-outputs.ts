import type { EventData } from '../events';
import { toolResultsOf } from '../message';
import type { LongResult } from '../state';
import type { Draft } from './draft';

/**
 * The results of a message that may be compacted: of text alone, since a replacement stands for all that a result holds,
 * and none that another result has taken the place of.
 */
export function textOutputs(
  draft: Draft,
  data: EventData<'MessageAppended'>,
  position: number,
): LongResult[] {
  const item = draft.item(position);
  if (!item || item.ordinal === null) return [];
  const { ordinal, firstResult, answers, lengths, run, iteration } = item;
  return toolResultsOf(data).flatMap(({ content }, index) => {
    const isText = content.every(({ type }) => type === 'text');
    const isSpare = item.stray.includes(index) && item.unmatched !== 'orphan';
    if (!isText || isSpare) return [];
    return {
      result: firstResult + index,
      position,
      ordinal,
      callId: answers[index] ?? '',
      characters: lengths[index] ?? 0,
      run,
      iteration,
      question: draft.head.compaction.question,
    };
  });
}
