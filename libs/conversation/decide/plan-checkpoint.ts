import type { Range } from '../events';
import { checkpointHistory } from '../policy';
import { countedStretches, type ConversationCheckpoint, type Head, type WorkingSet } from '../state';
import { furthestBoundary, settleBoundary, wholeStretches, type Stretch } from './boundary';
import { countedTokens, firstWithin } from './live-tokens';
import { decisionId } from './decision-id';
import { thresholds, type Thresholds } from './thresholds';

/** The next checkpoint that the policy asks for: its range, and the summaries that the new one takes in. */
export interface CheckpointPlan {
  readonly id: string;
  readonly range: Range;
  readonly supersedes: readonly ConversationCheckpoint[];
  /** Of all messages in the range; of a summary of summaries, of these. */
  readonly tokensBefore: number;
  /** Of what it takes the place of: messages in full, and the summaries that it supersedes. */
  readonly tokensReplaced: number;
}

/**
 * True where the policy's trigger is reached and at least one message may be covered; counted in tokens, a message before
 * the newest one. Costs the same at any length.
 */
export function checkpointDue(head: Head): boolean {
  const limits = thresholds(head);
  if (!limits) return false;
  const isByMessages = limits.counts === 'messages';
  const kept = isByMessages ? firstOfNewest(head, limits.keepRecent) : head.unpinned - 1;
  const size = ({ from, to }: Stretch): number => (isByMessages ? to - from : 0);
  return wantedRanges(head, limits, kept, size).next().done !== true;
}

/** Fixes the range of the next checkpoint; null where none is due or every boundary would split a group. */
export function planCheckpoint(ws: WorkingSet): CheckpointPlan | null {
  const limits = thresholds(ws.head);
  return limits && limits.live >= limits.trigger ? planWithin(ws, limits) : null;
}

/**
 * The checkpoint that is due, or the one that would be if its trigger were reached already: whoever asks for it need not
 * wait. What stays live stays so, and no group is split. Null where the policy writes no such summaries.
 */
export function planEarlyCheckpoint(ws: WorkingSet): CheckpointPlan | null {
  const limits = thresholds(ws.head);
  const isWritten = checkpointHistory(ws.head.policy.document)?.summary === 'llm';
  return limits && isWritten ? planWithin(ws, { ...limits, trigger: 0 }) : null;
}

function planWithin(ws: WorkingSet, limits: Thresholds): CheckpointPlan | null {
  const isByMessages = limits.counts === 'messages';
  const kept = isByMessages ? firstOfNewest(ws.head, limits.keepRecent) : firstWithin(ws, limits.keepRecent);
  const size = ({ from, to }: Stretch): number => (isByMessages ? to - from : countedTokens(ws, from, to));
  for (const { stretch, to, furthest } of wantedRanges(ws.head, limits, kept, size)) {
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
  const through = tokensThrough(ws, to - 1);
  return {
    id: checkpointId(ws.head, from, to),
    range: rangeOf(ws, from, to),
    supersedes,
    tokensBefore: through - tokensThrough(ws, from - 1),
    tokensReplaced: through - tokensThrough(ws, liveFrom - 1) + summaryTokens(supersedes),
  };
}

export function summaryTokens(summaries: readonly ConversationCheckpoint[]): number {
  return summaries.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0);
}

export function checkpointId(head: Head, from: number, to: number): string {
  return decisionId(head, `checkpoint.${from}-${to}`);
}

interface WantedRange {
  readonly stretch: Stretch;
  readonly to: number;
  readonly furthest: number;
}

/**
 * Where the trigger is reached: of the oldest counted stretch what comes before the messages that stay, then of each
 * later one as it would be if nothing of those before it could be covered (groups may forbid that).
 */
function* wantedRanges(
  head: Head,
  { live, trigger }: Thresholds,
  kept: number,
  size: (stretch: Stretch) => number,
): Generator<WantedRange> {
  let counted = live;
  for (const stretch of countedStretches(head.coverage, head.unpinned)) {
    if (counted < trigger) return;
    const furthest = furthestBoundary(head, stretch);
    const to = Math.min(kept, furthest);
    if (to > stretch.from) yield { stretch, to, furthest };
    counted -= size(stretch);
  }
}

/** The first of the newest `count` messages that count toward triggers. */
function firstOfNewest({ coverage, unpinned }: Head, count: number): number {
  let left = count;
  for (const { from, to } of countedStretches(coverage, unpinned).toReversed()) {
    if (to - from >= left) return to - left;
    left -= to - from;
  }
  return 0;
}

/** In mode `single` a new summary takes in the one before it; a cut has no text to take anything in. */
function summaryToFoldIn(ws: WorkingSet, ordinal: number): ConversationCheckpoint[] {
  const history = checkpointHistory(ws.head.policy.document);
  if (history?.mode !== 'single' || history.summary === 'none') return [];
  return ws.activeWithin(ordinal - 1, ordinal).filter(({ summary }) => summary !== null);
}

export function rangeOf(ws: WorkingSet, from: number, to: number): Range {
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
