import type { Call, Group, Item } from '../state';
import type { Draft } from './draft';

/** Opens the group of an assistant message that calls tools; results that came before it join. */
export function openGroup(draft: Draft, item: Item, ordinal: number): void {
  const early = item.calls.flatMap((callId) => registerCall(draft, callId, item.position));
  const members = early.flatMap((result) => joinEarlyResult(draft, result, item.position));
  const answered = new Set(early.flatMap((result) => result.answers));
  draft.putGroup({
    position: item.position,
    members: [{ ordinal, position: item.position }, ...members],
    pending: item.calls.filter((callId) => !answered.has(callId)),
    abandonedAt: null,
  });
}

/** Records one use of a call id and gives the result that came before its call, if one did. */
function registerCall(draft: Draft, callId: string, position: number): Item[] {
  const orphan = draft.calls(callId).find((use) => use.group === null);
  draft.putCall({ callId, openedAt: position, result: null, ...orphan, group: position });
  const result = orphan?.result ? draft.item(orphan.result) : undefined;
  return result ? [result] : [];
}

function joinEarlyResult(draft: Draft, result: Item, group: number): Group['members'] {
  draft.put({ ...result, group, unmatched: null });
  const { ordinal, position } = result;
  return ordinal === null ? [] : [{ ordinal, position }];
}

/**
 * Gives a result to the newest use of its call id that has none yet. A result whose call has not come waits as an
 * orphan; one whose call had its result already is a duplicate; neither is ever dropped.
 */
export function matchResult(
  draft: Draft,
  callId: string,
  place: { position: number; ordinal: number },
): Pick<Item, 'group' | 'unmatched'> {
  const uses = draft.calls(callId);
  const unanswered = uses.findLast((use) => use.group !== null && use.result === null);
  if (unanswered?.group) {
    draft.putCall({ ...unanswered, result: place.position });
    return { group: answer(draft, unanswered, unanswered.group, place), unmatched: null };
  }
  if (uses.length > 0) return { group: null, unmatched: 'duplicate' };
  draft.putCall({ callId, openedAt: place.position, group: null, result: place.position });
  return { group: null, unmatched: 'orphan' };
}

function answer(draft: Draft, use: Call, position: number, place: Group['members'][number]): number {
  const group = draft.group(position);
  if (!group) throw new Error(`call ${use.callId} names a group at position ${position} that does not exist`);
  draft.putGroup({
    ...group,
    members: [...group.members, place],
    pending: group.pending.filter((callId) => callId !== use.callId),
  });
  return position;
}
