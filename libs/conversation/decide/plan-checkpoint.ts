import type { Range } from '../events';
import { liveCounted, type ConversationCheckpoint, type Head, type WorkingSet } from '../state';
import { furthestBoundary, settleBoundary, wholeStretches, type Stretch } from './boundary';

/** The next checkpoint that the policy asks for: its range, and the summaries that the new one takes in. */
export interface CheckpointPlan {
  readonly id: string;
  readonly range: Range;
  readonly supersedes: readonly ConversationCheckpoint[];
  readonly tokensBefore: number;
}

/** True where the policy's trigger is reached and at least one message may be covered. Costs the same at any length. */
export function checkpointDue(head: Head): boolean {
  return wantedRanges(head).length > 0;
}

/** Fixes the range of the next checkpoint; null where none is due or every boundary would split a group. */
export function planCheckpoint(ws: WorkingSet): CheckpointPlan | null {
  for (const { stretch, to, furthest } of wantedRanges(ws.head)) {
    for (const whole of wholeStretches(ws, stretch)) {
      const settled = settleBoundary(ws, whole, Math.min(to, whole.to), Math.min(furthest, whole.to));
      if (settled !== null) return planOf(ws, whole.from, settled);
    }
  }
  return null;
}

function planOf(ws: WorkingSet, liveFrom: number, to: number): CheckpointPlan {
  const supersedes = summaryToFoldIn(ws, liveFrom);
  const from = supersedes[0]?.range.messages.from ?? liveFrom;
  return {
    id: checkpointId(ws.head, from, to),
    range: rangeOf(ws, from, to),
    supersedes,
    tokensBefore: tokensThrough(ws, to - 1) - tokensThrough(ws, from - 1),
  };
}

/** Derived from what was decided, so that the same decision made twice is one event. */
export function checkpointId(head: Head, from: number, to: number): string {
  return `checkpoint.${from}-${to}.${head.policy.version.slice(0, 16)}.${head.attempts}`;
}

interface WantedRange {
  readonly stretch: Stretch;
  readonly to: number;
  readonly furthest: number;
}

/**
 * Where the trigger is reached: the oldest counted stretch, then each later one as it would be if nothing of those
 * before it could be covered (groups may forbid that).
 */
function wantedRanges(head: Head): WantedRange[] {
  const { history } = head.policy.document;
  if (!history) return [];
  const trigger = head.activeCheckpoints > 0 ? history.retriggerAt : history.triggerAt;
  const { coverage, unpinned } = head;
  const gaps = coverage.gaps.filter((gap) => !gap.exempt);
  const wanted: WantedRange[] = [];
  let counted = liveCounted(head);
  for (const { from, to: end } of [...gaps, { from: coverage.through, to: unpinned }]) {
    if (counted < trigger) break;
    const stretch = { from, to: end };
    const furthest = furthestBoundary(head, stretch);
    const to = Math.min(from + counted - history.keepRecent, furthest);
    if (to > from) wanted.push({ stretch, to, furthest });
    counted -= end - from;
  }
  return wanted;
}

/** In mode `single` a new summary takes in the one before it; a cut has no text to take anything in. */
function summaryToFoldIn(ws: WorkingSet, ordinal: number): ConversationCheckpoint[] {
  const { history } = ws.head.policy.document;
  if (history?.mode !== 'single' || history.summary === 'none') return [];
  return ws.activeWithin(ordinal - 1, ordinal).filter(({ summary }) => summary !== null);
}

function rangeOf(ws: WorkingSet, from: number, to: number): Range {
  const first = existing(ws, from);
  const last = existing(ws, to - 1);
  return {
    from: first.position,
    to: last.position,
    fromMessage: first.eventId,
    toMessage: last.eventId,
    messages: { from, to },
  };
}

function tokensThrough(ws: WorkingSet, ordinal: number): number {
  return ordinal < 0 ? 0 : existing(ws, ordinal).tokensThrough;
}

function existing(ws: WorkingSet, ordinal: number) {
  const item = ws.itemAt(ordinal);
  if (!item) throw new Error(`no message with ordinal ${ordinal} in ${ws.head.conversation}`);
  return item;
}
