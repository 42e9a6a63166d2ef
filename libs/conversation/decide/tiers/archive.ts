import type { Bulk, Topic, TopicStretch, WorkingSet } from '../../state';
import { furthestBoundary, type Stretch } from '../boundary';
import { countedWithin } from '../live-tokens';
import { segmentsOf, type Segment } from './segments';

/** The next stretch of a historical topic that has no summary of its own yet. */
export function unsummarised(ws: WorkingSet, topic: Topic): Stretch | null {
  const open = topic.stretches.flatMap((stretch) => segmentsOf(ws, stretch)).filter(isUnsummarised);
  for (const segment of open) {
    const range = { from: segment[0].from, to: segment.at(-1)?.to ?? segment[0].to };
    if (furthestBoundary(ws.head, range) === range.to) return range;
  }
  return null;
}

/** True where every part of the topic that may have one is shown as one summary. */
export function isSummarised(ws: WorkingSet, topic: Topic): boolean {
  return !topic.stretches.flatMap((stretch) => segmentsOf(ws, stretch)).some(isUnsummarised);
}

function isUnsummarised(segment: Segment): boolean {
  return segment.length > 1 || segment[0].summary === null;
}

export interface Mergeable {
  readonly bulks: readonly Bulk[];
  readonly range: Stretch;
}

/**
 * The `count` oldest bulks where their messages follow each other and one summary may stand for them all; else the oldest
 * one that lost its own (a revocation that a new policy ended).
 */
export function mergeableBulks(ws: WorkingSet, bulks: readonly Bulk[], count: number): Mergeable | null {
  const oldest = bulks.length < count ? [] : [bulks.slice(0, count)];
  for (const some of [...oldest, ...bulks.map((bulk) => [bulk])]) {
    const range = unionOf(some.flatMap(({ stretches }) => stretches));
    if (range && needsOneSummary(ws, range)) return { bulks: some, range };
  }
  return null;
}

function needsOneSummary(ws: WorkingSet, range: Stretch): boolean {
  const [segment] = segmentsOf(ws, range);
  if (!segment) return false;
  return segment[0].from === range.from && segment.at(-1)?.to === range.to && isUnsummarised(segment);
}

/** The oldest bulk that can leave the view: none of its messages is live. */
export function retirableBulk(ws: WorkingSet, bulks: readonly Bulk[]): Bulk | null {
  return bulks.find(({ stretches }) => stretches.every((stretch) => isCovered(ws, stretch))) ?? null;
}

/** The range that stretches make together; null where they leave a hole. */
export function unionOf(stretches: readonly Stretch[]): Stretch | null {
  const ordered = stretches.toSorted((one, other) => one.from - other.from);
  const [first, ...rest] = ordered;
  if (!first) return null;
  let { to } = first;
  for (const stretch of rest) {
    if (stretch.from !== to) return null;
    ({ to } = stretch);
  }
  return { from: first.from, to };
}

/** True where no message of the stretch is live, exempt ones included. */
function isCovered({ head }: WorkingSet, stretch: TopicStretch): boolean {
  const { from, to } = stretch;
  const exempt = head.coverage.gaps.some((gap) => gap.from < (to ?? head.unpinned) && from < gap.to);
  return !exempt && countedWithin(head, stretch).length === 0;
}
