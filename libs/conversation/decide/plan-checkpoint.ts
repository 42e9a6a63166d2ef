import type { Range } from '../events';
import type { CheckpointHistory } from '../policy';
import { liveCounted, type ConversationCheckpoint, type Head, type WorkingSet } from '../state';
import { furthestBoundary, settleBoundary, type Stretch } from './boundary';

/** The next checkpoint that the policy asks for: its range, and the summaries that the new one takes in. */
export interface CheckpointPlan {
  readonly id: string;
  readonly range: Range;
  readonly supersedes: readonly ConversationCheckpoint[];
  readonly tokensBefore: number;
}

/** True where the policy's trigger is reached and at least one message may be covered. Costs the same at any length. */
export function checkpointDue(head: Head): boolean {
  const wanted = wantedRange(head);
  return wanted !== null && wanted.to > wanted.stretch.from;
}

/** Fixes the range of the next checkpoint; null where none is due or every boundary would split a group. */
export function planCheckpoint(ws: WorkingSet): CheckpointPlan | null {
  const wanted = wantedRange(ws.head);
  if (!wanted) return null;
  const { stretch, furthest } = wanted;
  const to = settleBoundary(ws, stretch, wanted.to, furthest);
  if (to === null) return null;
  const supersedes = wanted.history.mode === 'single' ? summaryEndingAt(ws, stretch.from) : [];
  const from = supersedes[0]?.range.messages.from ?? stretch.from;
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
  readonly history: CheckpointHistory;
  readonly stretch: Stretch;
  readonly to: number;
  readonly furthest: number;
}

function wantedRange(head: Head): WantedRange | null {
  const { history } = head.policy.document;
  const counted = liveCounted(head);
  if (!history) return null;
  if (counted < (head.activeCheckpoints > 0 ? history.retriggerAt : history.triggerAt)) return null;
  const { coverage, unpinned } = head;
  const stretch = coverage.gaps.find((gap) => !gap.exempt) ?? { from: coverage.through, to: unpinned };
  const furthest = furthestBoundary(head, stretch);
  const to = Math.min(stretch.from + counted - history.keepRecent, furthest);
  return { history, stretch, to, furthest };
}

function summaryEndingAt(ws: WorkingSet, ordinal: number): ConversationCheckpoint[] {
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
