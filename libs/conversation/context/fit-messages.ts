import { VerbatimError } from '../errors';
import { isLive, liveStretches, type Head } from '../state';
import { eventCount, messagesIn, type Entry, type Unit } from './entry';

export interface Windowed {
  readonly units: readonly Unit[];
  /** Live messages before the cut that are not shown. */
  readonly hidden: number;
  /** The place among unpinned messages from which on nothing was cut. */
  readonly cut: number;
}

/**
 * Leaves at most `ceiling` unpinned messages, whole oldest units first. The cut moves in steps counted from the
 * messages' ordinals, so that it stays where it is for many calls; it depends on the state alone, never on how many
 * older messages the source holds. Throws `budget-impossible` where what must be shown is more than the ceiling.
 */
export function fitMessages(
  units: readonly Unit[],
  head: Head,
  { messages: ceiling, cutStep }: { readonly messages: number; readonly cutStep: number },
): Windowed {
  const exact = oldestCut(units, head, ceiling);
  if (exact === 0) return { units, hidden: 0, cut: 0 };
  const cut = quantized(exact, Math.floor(ceiling * cutStep));
  const shown = shownFrom(units, cut);
  const kept = shown.flatMap((unit) => unit.entries).filter((entry) => isLiveBetween(head, entry, 0, cut));
  return { units: shown, hidden: liveFrom(head, 0) - liveFrom(head, cut) - eventCount(kept), cut };
}

export function isDroppable(unit: Unit): boolean {
  return unit.kind === 'turn' && !unit.kept;
}

function shownFrom(units: readonly Unit[], cut: number): readonly Unit[] {
  return units.filter((unit) => !isDroppable(unit) || unit.ordinal >= cut);
}

/** The least ordinal from which everything fits, together with what is shown from before it. */
function oldestCut(units: readonly Unit[], head: Head, ceiling: number): number {
  let low = 0;
  let high = head.unpinned;
  const least = occupied(units, head, high);
  if (least > ceiling) throw impossible(least, ceiling);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (occupied(units, head, middle) <= ceiling) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Every live message from the cut on takes a place, also one that cannot be shown; so does all else that is shown. */
function occupied(units: readonly Unit[], head: Head, cut: number): number {
  const shown = shownFrom(units, cut);
  const counted = shown
    .flatMap((unit) => unit.entries)
    .filter((entry) => isLiveBetween(head, entry, cut, head.unpinned));
  return liveFrom(head, cut) + messagesIn(shown) - eventCount(counted);
}

function isLiveBetween({ coverage }: Head, entry: Entry, from: number, to: number): boolean {
  if ((entry.kind !== 'message' && entry.kind !== 'replacement') || !('item' in entry.source)) return false;
  const { ordinal } = entry.source.item;
  return ordinal !== null && from <= ordinal && ordinal < to && isLive(coverage, ordinal);
}

function liveFrom({ coverage, unpinned }: Head, cut: number): number {
  return liveStretches(coverage, unpinned).reduce(
    (sum, { from, to }) => sum + Math.max(0, to - Math.max(from, cut)),
    0,
  );
}

function quantized(ordinal: number, step: number): number {
  return step > 0 ? Math.ceil(ordinal / step) * step : ordinal;
}

function impossible(messages: number, ceiling: number): VerbatimError {
  return new VerbatimError(
    'budget-impossible',
    `${messages} messages must be shown (the newest user message, open calls and unread results), the ceiling is ${ceiling}`,
    { messages, ceiling },
  );
}
