import { isMergeable } from '../decide';
import type { ConversationCheckpoint, Head } from '../state';
import type { Draft } from './draft';

/** What merging counts once some checkpoints are active no more and others are. */
export function exchanged(
  { from, summaries }: Head['mergeable'],
  gone: readonly ConversationCheckpoint[],
  come: readonly ConversationCheckpoint[],
): Head['mergeable'] {
  const count = (checkpoints: readonly ConversationCheckpoint[]): number =>
    checkpoints.filter((checkpoint) => isMergeable(checkpoint, from)).length;
  return { from, summaries: summaries - count(gone) + count(come) };
}

/** From here on merging counts the active summaries that begin at or beyond message `from`, and no others. */
export function countMergeable(draft: Draft, from: number): void {
  const active = draft.activeWithin(from, draft.head.coverage.through);
  const summaries = active.filter((checkpoint) => isMergeable(checkpoint, from)).length;
  draft.update({ mergeable: { from, summaries } });
}
