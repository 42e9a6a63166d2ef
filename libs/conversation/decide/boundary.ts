import { firstOrdinal, isLive, lastOrdinal, type Group, type Head, type WorkingSet } from '../state';

/** A stretch of live messages, by ordinals, end exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * The furthest that a range beginning in `stretch` may reach (SPEC 2), which may be before its beginning: before every open group, before the newest
 * group while the model has not read its results, and past the newest user message only inside that message's own run.
 */
export function furthestBoundary(head: Head, stretch: Stretch): number {
  const open = head.openGroups.flatMap(({ members }) => members.map(({ ordinal }) => ordinal));
  const unread = head.unreadFrom === null ? [] : [head.unreadFrom];
  const groups = [...open, ...unread].filter((limit) => limit >= stretch.from);
  return Math.min(stretch.to, newestUserLimit(head), ...groups);
}

function newestUserLimit({ newestUser, run }: Head): number {
  if (!newestUser) return Infinity;
  if (newestUser.run !== run.number) return newestUser.ordinal;
  return run.open || run.end === null ? Infinity : Math.max(run.end, newestUser.ordinal);
}

/** Groups with live members on both sides of the boundary before `ordinal`; their other members are left out. */
export function liveGroupsAcross(ws: WorkingSet, ordinal: number): Group[] {
  return ws
    .groupsAcross(ordinal)
    .map((group) => ({
      ...group,
      members: group.members.filter((member) => isLive(ws.head.coverage, member.ordinal)),
    }))
    .filter((group) => firstOrdinal(group) < ordinal && ordinal <= lastOrdinal(group));
}

/**
 * The parts of a stretch without messages of groups that reach out of it. Only a revocation leaves such groups: their
 * messages beyond the stretch are shown again and may not be covered with those inside.
 */
export function wholeStretches(ws: WorkingSet, stretch: Stretch): Stretch[] {
  const { from, to } = stretch;
  if (from >= to) return [];
  const straddling = [from, to].flatMap((end) => liveGroupsAcross(ws, end));
  const inside = straddling
    .flatMap(({ members }) => members.map(({ ordinal }) => ordinal))
    .filter((ordinal) => from <= ordinal && ordinal < to);
  if (inside.length === 0) return [stretch];
  const first = Math.min(...inside);
  return [...wholeStretches(ws, { from, to: first }), ...wholeStretches(ws, { from: first + 1, to })];
}

/**
 * The boundary nearest to `wanted` that splits no group of a whole stretch: forward past a group where `furthest`
 * allows it, else back before it. Null where nothing is left to cover.
 */
export function settleBoundary(
  ws: WorkingSet,
  stretch: Stretch,
  wanted: number,
  furthest: number,
): number | null {
  let boundary = Math.min(wanted, furthest);
  let mayAdvance = true;
  while (boundary > stretch.from) {
    const across = liveGroupsAcross(ws, boundary).filter((group) => isWithin(group, stretch));
    if (across.length === 0) return boundary;
    const past = Math.max(...across.map(lastOrdinal)) + 1;
    mayAdvance = mayAdvance && past <= furthest;
    boundary = mayAdvance ? past : Math.min(...across.map(firstOrdinal));
  }
  return null;
}

function isWithin(group: Group, { from, to }: Stretch): boolean {
  return group.members.some(({ ordinal }) => from <= ordinal && ordinal < to);
}
