import { firstOrdinal, lastOrdinal, type Head, type WorkingSet } from '../state';

/** A stretch of live messages, by ordinals, end exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * The furthest that a range beginning in `stretch` may reach (SPEC 2): before every open group, before the newest
 * group while the model has not read its results, and past the newest user message only inside that message's own run.
 */
export function furthestBoundary(head: Head, stretch: Stretch): number {
  const openGroups = head.openGroups.map(firstOrdinal);
  const unread = head.unreadFrom === null ? [] : [head.unreadFrom];
  const limits = [...openGroups, ...unread, ...newestUserLimit(head)];
  return Math.min(stretch.to, ...limits.filter((limit) => limit >= stretch.from));
}

function newestUserLimit({ newestUser, run }: Head): number[] {
  if (!newestUser) return [];
  if (newestUser.run !== run.number) return [newestUser.ordinal];
  return run.open || run.end === null ? [] : [Math.max(run.end, newestUser.ordinal)];
}

/**
 * The boundary nearest to `wanted` that splits no group: forward past a group where `furthest` allows it, else back
 * before it. Null where nothing is left to cover.
 */
export function settleBoundary(
  ws: WorkingSet,
  stretch: Stretch,
  wanted: number,
  furthest: number,
): number | null {
  let boundary = Math.min(wanted, furthest);
  let mayAdvance = true;
  for (;;) {
    const across = ws.groupsAcross(boundary);
    if (across.length === 0) return boundary > stretch.from ? boundary : null;
    const past = Math.max(...across.map(lastOrdinal)) + 1;
    mayAdvance = mayAdvance && past <= furthest;
    boundary = mayAdvance ? past : Math.min(...across.map(firstOrdinal));
    if (boundary <= stretch.from) return null;
  }
}
