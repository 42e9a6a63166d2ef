import { summarizedOutput } from '../context';
import { compactionId, nextCompactions, simpleCut } from '../decide';
import type { EventData } from '../events';
import { codePoints } from '../message';
import { replacementOf, type OwedCompaction, type WorkingSet } from '../state';
import type { WrittenEvent } from './events';

type Filtered = EventData<'ToolResultsFiltered'>;

/** What a summarizer would append for the compactions that are owed, at most so many; throws where none is. */
export function compact(
  { summary = 'short', most = 100 }: { readonly summary?: string; readonly most?: number } = {},
  change: Partial<Filtered> = {},
): (ws: WorkingSet) => WrittenEvent {
  return (ws) => {
    const { head } = ws;
    const settled = nextCompactions(head.compaction, most);
    if (settled.length === 0) throw new Error('no compaction is owed');
    const results = settled.map((owed) => compacted(ws, owed, summary));
    const data = {
      results,
      basis: head.position,
      policyVersion: head.policy.version,
      attempt: head.attempts,
    };
    return { type: 'ToolResultsFiltered', id: compactionId(head, settled), data: { ...data, ...change } };
  };
}

/** One result of such an event; it is truncated where the summary would be longer. */
export function compacted(
  ws: WorkingSet,
  owed: OwedCompaction,
  summary: string,
): Filtered['results'][number] {
  const item = ws.itemOfResult(owed.result);
  if (!item) throw new Error(`no result ${owed.result}`);
  const about = {
    message: item.eventId,
    callId: owed.callId,
    result: owed.result,
    tokensBefore: item.tokens,
  };
  const replacement = summarizedOutput(summary);
  if (owed.mode === 'summarized' && codePoints(replacement) <= owed.characters) {
    return { ...about, mode: 'summarized', replacement, tokensAfter: 1 };
  }
  const decided = owed.mode === 'truncated' ? replacementOf(item, owed.result - item.firstResult) : undefined;
  const characters = decided?.characters ?? simpleCut(ws.head, owed) ?? 0;
  return { ...about, mode: 'truncated', replacement: 'as decided', characters, tokensAfter: 1 };
}
