import { checkpointHistory, type Policy } from '../policy';
import type { ConversationCheckpoint, Head, WorkingSet } from '../state';
import { checkpointId, summaryTokens, type CheckpointPlan } from './plan-checkpoint';

/** True where so many summaries are active that the policy has the oldest half of them become one (SPEC 1). */
export function mergeDue({ policy, mergeable }: Head): boolean {
  const mergeAt = mergeSummariesAt(policy.document);
  return mergeAt > 0 && mergeable.summaries >= mergeAt;
}

/**
 * The oldest summaries that are each other's neighbours, half of them all at most: one that stands alone between messages
 * of a revoked range, cuts or the like stays as it is. Null where no two are neighbours.
 */
export function planMerge(ws: WorkingSet): CheckpointPlan | null {
  const { head } = ws;
  if (!mergeDue(head)) return null;
  const { from, summaries } = head.mergeable;
  const half = Math.max(2, Math.floor(summaries / 2));
  const mergeable = ws
    .activeWithin(from, head.coverage.through)
    .filter((checkpoint) => isMergeable(checkpoint, from))
    .toSorted((one, other) => one.range.messages.from - other.range.messages.from);
  const oldest = firstNeighbours(mergeable).slice(0, half);
  const [first, last] = [oldest[0]?.range, oldest.at(-1)?.range];
  if (!first || !last || oldest.length < 2) return null;
  const messages = { from: first.messages.from, to: last.messages.to };
  const tokens = summaryTokens(oldest);
  return {
    id: checkpointId(head, messages.from, messages.to),
    range: { ...first, to: last.to, toMessage: last.toMessage, messages },
    supersedes: oldest,
    tokensBefore: tokens,
    tokensReplaced: tokens,
  };
}

/** Whether merging takes it for one of its own, as it begins at or beyond message `from`. */
export function isMergeable({ kind, summary, range }: ConversationCheckpoint, from: number): boolean {
  return kind === 'checkpoint' && summary !== null && range.messages.from >= from;
}

function mergeSummariesAt(document: Policy): number {
  const history = checkpointHistory(document);
  return history?.summary === 'llm' && history.mode === 'layered' ? history.mergeSummariesAt : 0;
}

/** The first two or more of them that follow each other without a gap; none where all stand alone. */
function firstNeighbours(ordered: readonly ConversationCheckpoint[]): ConversationCheckpoint[] {
  let neighbours: ConversationCheckpoint[] = [];
  for (const checkpoint of ordered) {
    const follows = neighbours.at(-1)?.range.messages.to === checkpoint.range.messages.from;
    if (follows) neighbours.push(checkpoint);
    else if (neighbours.length > 1) break;
    else neighbours = [checkpoint];
  }
  return neighbours;
}
