import type { Message } from '../message';
import type { Call, Group, Item } from '../state';
import type { Draft } from './draft';

/** The group that a piece of a turn goes on with: that of the assistant message directly before it. */
export function continuedGroup(draft: Draft, message: Message, ordinal: number): Group | null {
  if (message.role !== 'assistant' || message.continues !== true || ordinal === 0) return null;
  const before = draft.itemAt(ordinal - 1);
  if (before?.role !== 'assistant') return null;
  if (before.group !== null) return draft.group(before.group) ?? null;
  const { position } = before;
  draft.put({ ...before, group: position });
  return { position, members: [{ ordinal: ordinal - 1, position }], pending: [], abandonedAt: null };
}

/** A piece of a turn joins its group; a message that calls tools opens one. Results that came before it join too. */
export function joinGroup(draft: Draft, continued: Group | null, item: Item, ordinal: number): number | null {
  if (continued === null && item.calls.length === 0) return null;
  const { position } = item;
  const { members, pending, ...group } = continued ?? {
    position,
    members: [],
    pending: [],
    abandonedAt: null,
  };
  const early = item.calls.flatMap((callId) =>
    adoptResult(draft, {
      callId,
      openedAt: position,
      group: group.position,
      isAnswered: item.answers.includes(callId),
    }),
  );
  const answered = new Set(early.map(({ callId }) => callId));
  const joined = new Map(
    [...members, { ordinal, position }, ...early.map(({ place }) => place)].map((each) => [
      each.position,
      each,
    ]),
  );
  draft.putGroup({
    ...group,
    members: [...joined.values()],
    pending: [...pending, ...item.calls.filter((callId) => !answered.has(callId))],
  });
  return group.position;
}

interface Use {
  readonly callId: string;
  readonly openedAt: number;
  readonly group: number;
  /** The calling message has the result itself. */
  readonly isAnswered: boolean;
}

/** Records one use of a call id, and takes the result that came before its call if no other group has its message. */
function adoptResult(
  draft: Draft,
  { callId, openedAt, group, isAnswered }: Use,
): { callId: string; place: Group['members'][number] }[] {
  const orphan = isAnswered ? undefined : draft.calls(callId).find((use) => use.group === null);
  const result = orphan?.result ? draft.item(orphan.result) : undefined;
  const index = result?.stray.find((each) => result.answers[each] === callId);
  const isFree = result !== undefined && index !== undefined && (result.group ?? group) === group;
  if (!orphan || !isFree || result.ordinal === null) {
    draft.putCall({ callId, openedAt, group, result: null });
    return [];
  }
  draft.putCall({ ...orphan, group });
  draft.put({ ...result, group, unmatched: null, stray: result.stray.filter((each) => each !== index) });
  return [{ callId, place: { ordinal: result.ordinal, position: result.position } }];
}

/**
 * Gives a result to the newest use of its call id that has none yet. A result whose call has not come waits as an
 * orphan; one whose call had its result already is a duplicate; neither is ever dropped. `only` names the group that it may belong to.
 */
export function matchResult(
  draft: Draft,
  callId: string,
  place: { position: number; ordinal: number },
  only: number | null = null,
): Pick<Item, 'group' | 'unmatched'> {
  const uses = draft.calls(callId);
  const unanswered = uses.findLast(
    (use) => use.group !== null && use.result === null && (only === null || use.group === only),
  );
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
  const isMember = group.members.some((member) => member.position === place.position);
  draft.putGroup({
    ...group,
    members: isMember ? group.members : [...group.members, place],
    pending: without(group.pending, use.callId),
  });
  return position;
}

/** Once: a turn in pieces may use an id twice. */
function without(pending: readonly string[], callId: string): string[] {
  const at = pending.indexOf(callId);
  return pending.filter((_, index) => index !== at);
}
