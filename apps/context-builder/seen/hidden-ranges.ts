import type { AccountedMessage } from './hidden-messages';
import type { Reason } from './seen-call';

/** Messages that follow each other and are hidden for the same reason. Positions, both included. */
export interface HiddenRange {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly tokens: number;
  readonly reason: Reason;
}

/** All hidden messages, by position; a message that is shown ends a range. */
export function hiddenRanges(messages: readonly AccountedMessage[]): HiddenRange[] {
  const ranges: HiddenRange[] = [];
  let isOpen = false;
  for (const { position, tokens, reason } of messages) {
    const last = isOpen ? ranges.at(-1) : undefined;
    isOpen = reason !== null;
    if (reason === null) continue;
    if (last !== undefined && isSame(last.reason, reason)) {
      const { from, count } = last;
      ranges[ranges.length - 1] = {
        from,
        to: position,
        count: count + 1,
        tokens: last.tokens + tokens,
        reason,
      };
    } else {
      ranges.push({ from: position, to: position, count: 1, tokens, reason });
    }
  }
  return ranges;
}

function isSame(one: Reason, other: Reason): boolean {
  return one.code === other.code && one.event === other.event && one.detail === other.detail;
}
