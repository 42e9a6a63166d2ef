import type { Topic, WorkingSet } from '../../state';
import { furthestBoundary, liveGroupsAcross, settleBoundary, type Stretch } from '../boundary';
import { shareOfAtLeast } from '../share';
import { segmentsOf, type Segment } from './segments';

/**
 * What attention compression of a topic takes next (SPEC 5): the first and the last entry stay, and of those between the
 * share `ratio`, counted from the front, becomes one summary. Null where it would change nothing.
 */
export function attentionRange(ws: WorkingSet, topic: Topic, ratio: number): Stretch | null {
  for (const stretch of topic.stretches) {
    for (const segment of segmentsOf(ws, stretch)) {
      const range = rangeIn(ws, segment, ratio);
      if (range) return range;
    }
  }
  return null;
}

function rangeIn(ws: WorkingSet, segment: Segment, ratio: number): Stretch | null {
  const last = segment.at(-1) ?? segment[0];
  const from = behindGroup(ws, segment[0].to);
  const between = segment.filter((entry) => entry.from >= from && entry.to <= last.from);
  const wanted = between[shareOfAtLeast(between.length, ratio) - 1];
  if (!wanted) return null;
  const whole = { from, to: last.to };
  const limit = Math.min(last.from, furthestBoundary(ws.head, whole));
  // A summary has no inside to end in.
  const furthest = Math.max(from, ...between.map((entry) => entry.to).filter((end) => end <= limit));
  const to = settleBoundary(ws, whole, wanted.to, furthest);
  if (to === null || to <= from) return null;
  const taken = between.filter((entry) => entry.to <= to);
  return taken.length > 1 ? { from, to } : null;
}

/** The first message stays with its whole group. */
function behindGroup(ws: WorkingSet, boundary: number): number {
  const across = liveGroupsAcross(ws, boundary).flatMap(({ members }) =>
    members.map(({ ordinal }) => ordinal),
  );
  return across.length === 0 ? boundary : behindGroup(ws, Math.max(...across) + 1);
}
