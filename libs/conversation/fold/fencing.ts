import type { CheckpointCreated } from '../events';
import { liveGroupsAcross } from '../decide';
import { isLive, type Group, type Head, type WorkingSet } from '../state';

/**
 * Why a `CheckpointCreated` may not take effect, or null. It is judged by the conversation as it was at its basis:
 * messages that came later never make it stale (DESIGN, fencing).
 */
export function whyRefused(ws: WorkingSet, data: CheckpointCreated, position: number): string | null {
  return (
    basisProblem(ws.head, data, position) ??
    rangeProblem(ws, data) ??
    overlapProblem(ws, data) ??
    groupProblem(ws, data)
  );
}

/** The version of the policy in force at a position; null where that is older than what the head remembers. */
export function policyVersionAt(head: Head, basis: number): string | null {
  const known = [head.policy, ...head.policies];
  return known.find((policy) => policy.position <= basis)?.version ?? null;
}

export function basisProblem(
  head: Head,
  data: { readonly basis: number; readonly policyVersion: string },
  position: number,
): string | null {
  if (data.basis >= position) return `its basis ${data.basis} is not before its own position ${position}`;
  const inForce = policyVersionAt(head, data.basis);
  if (inForce === data.policyVersion) return null;
  return `its policy ${data.policyVersion} was not the one in force at its basis ${data.basis} (${inForce})`;
}

function rangeProblem(ws: WorkingSet, { range, basis }: CheckpointCreated): string | null {
  const { from, to } = range.messages;
  if (to <= from) return `its range of messages ${from}-${to} is empty`;
  if (range.to > basis) return `its range ends at position ${range.to}, after its basis ${basis}`;
  const first = ws.item(range.from);
  const last = ws.item(range.to);
  const matches =
    first?.ordinal === from &&
    first.eventId === range.fromMessage &&
    last?.ordinal === to - 1 &&
    last.eventId === range.toMessage;
  return matches ? null : `its range of messages ${from}-${to} is not at positions ${range.from}-${range.to}`;
}

function overlapProblem(ws: WorkingSet, data: CheckpointCreated): string | null {
  const { from, to } = data.range.messages;
  for (const id of data.supersedes) {
    const superseded = ws.checkpoint(id);
    if (superseded?.status !== 'active') return `it supersedes ${id}, which is not active`;
    const { messages } = superseded.range;
    if (messages.from < from || to < messages.to)
      return `it supersedes ${id}, which reaches beyond its range`;
  }
  const overlapping = ws.activeWithin(from, to).find(({ id }) => !data.supersedes.includes(id));
  return overlapping ? `it overlaps the active checkpoint ${overlapping.id}` : null;
}

function groupProblem(ws: WorkingSet, { range, basis }: CheckpointCreated): string | null {
  const { from, to } = range.messages;
  const isCovered = ({ ordinal }: Member): boolean =>
    from <= ordinal && ordinal < to && isLive(ws.head.coverage, ordinal);
  const open = ws.head.openGroups.find((group) => knownMembers(group, basis).some(isCovered));
  if (open) return `it covers the open group at position ${open.position}`;
  const split = [from, to].flatMap((boundary) =>
    liveGroupsAcross(ws, boundary).filter((group) => splits(group, range.messages, basis)),
  )[0];
  return split ? `it splits the group at position ${split.position}` : null;
}

type Member = Group['members'][number];

/** The members of a group as it was at the basis; none where its call had not come. */
function knownMembers(group: Group, basis: number): Member[] {
  return group.position <= basis ? group.members.filter(({ position }) => position <= basis) : [];
}

/** True also where the group was open at the basis: results that came later for calls not yet abandoned belong to it. */
function splits(group: Group, { from, to }: CheckpointCreated['range']['messages'], basis: number): boolean {
  const wasAbandoned = group.abandonedAt !== null && group.abandonedAt <= basis;
  const known = knownMembers(group, basis);
  const members = known.length > 0 && !wasAbandoned ? group.members : known;
  const inside = members.filter(({ ordinal }) => from <= ordinal && ordinal < to);
  return inside.length > 0 && inside.length < members.length;
}
