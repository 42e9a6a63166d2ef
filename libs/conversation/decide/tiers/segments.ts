import type { ConversationCheckpoint, Head, TopicStretch, WorkingSet } from '../../state';
import { wholeStretches, type Stretch } from '../boundary';
import { countedWithin, tokensOf } from '../live-tokens';
import { summaryTokens } from '../plan-checkpoint';

/** A live message, or the summary that stands for some, by ordinals. */
export interface SegmentEntry extends Stretch {
  readonly summary: ConversationCheckpoint | null;
}

/** Entries that follow each other without a hole, so that one summary may stand for any of them that do. */
export type Segment = readonly [SegmentEntry, ...SegmentEntry[]];

/**
 * A stretch as the view shows it. Holes are what a summary may not cover: revoked ranges until the next policy, messages
 * of groups that reach out of the stretch, cuts without a summary.
 */
export function segmentsOf(ws: WorkingSet, stretch: TopicStretch): Segment[] {
  const within = { from: stretch.from, to: stretch.to ?? ws.head.unpinned };
  const entries = [...liveEntries(ws.head, within), ...summaryEntries(ws, within)];
  const ordered = entries.toSorted((one, other) => one.from - other.from);
  return contiguous(ordered).flatMap((segment) => wholeParts(ws, segment));
}

/** Tokens of a stretch as shown. It looks every live message of it up. */
export function tokensWithin(ws: WorkingSet, stretch: TopicStretch): number {
  const summaries = summariesWithin(ws, { from: stretch.from, to: stretch.to ?? ws.head.unpinned });
  return tokensOf(ws, countedWithin(ws.head, stretch)) + summaryTokens(summaries);
}

/** Summaries in the view that stand for messages of the stretch alone. */
export function summariesWithin(ws: WorkingSet, { from, to }: Stretch): ConversationCheckpoint[] {
  return ws
    .activeWithin(from, to)
    .filter(
      ({ summary, range: { messages } }) => summary !== null && from <= messages.from && messages.to <= to,
    );
}

function liveEntries(head: Head, stretch: Stretch): SegmentEntry[] {
  return countedWithin(head, stretch).flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, at) => ({ from: from + at, to: from + at + 1, summary: null })),
  );
}

function summaryEntries(ws: WorkingSet, stretch: Stretch): SegmentEntry[] {
  return summariesWithin(ws, stretch).map((summary) => ({ ...summary.range.messages, summary }));
}

function contiguous(entries: readonly SegmentEntry[]): Segment[] {
  const segments: [SegmentEntry, ...SegmentEntry[]][] = [];
  let end: number | null = null;
  for (const entry of entries) {
    if (entry.from === end) segments.at(-1)?.push(entry);
    else segments.push([entry]);
    end = entry.to;
  }
  return segments;
}

function wholeParts(ws: WorkingSet, segment: Segment): Segment[] {
  const to = segment.at(-1)?.to ?? segment[0].to;
  return wholeStretches(ws, { from: segment[0].from, to }).flatMap((part) =>
    contiguous(segment.filter((entry) => part.from <= entry.from && entry.to <= part.to)),
  );
}
