import type { CheckpointCreated } from '../events';
import { firstOrdinal, type Group, type Head, type WorkingSet } from '../state';

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
  const open = ws.head.openGroups.find((group) => from <= firstOrdinal(group) && firstOrdinal(group) < to);
  if (open) return `it covers the open group at position ${open.position}`;
  for (const boundary of [from, to]) {
    const split = ws.groupsAcross(boundary).find((group) => splits(group, boundary, basis));
    if (split) return `it splits the group at position ${split.position}`;
  }
  return null;
}

function splits(group: Group, boundary: number, basis: number): boolean {
  const known = group.members.filter((member) => member.position <= basis);
  return known.some(({ ordinal }) => ordinal < boundary) && known.some(({ ordinal }) => ordinal >= boundary);
}
