import type { Part } from '@verbatim/conversation';
import type { ReadPart } from './decode-parts';

/** A canonical part and the part of the UIMessage, by its index, that it was read from. */
export interface Slot {
  readonly part: Part;
  readonly from: number;
  readonly isResult: boolean;
}

/**
 * The canonical parts of a message: tool parts that stand next to each other are parallel calls, so all of them come
 * before their results.
 */
export function slotsOf(parts: readonly ReadPart[]): Slot[] {
  const slots: Slot[] = [];
  let results: Slot[] = [];
  parts.forEach(({ call, result, part }, from) => {
    if (call) {
      slots.push({ part: call, from, isResult: false });
      if (result) results.push({ part: result, from, isResult: true });
      return;
    }
    slots.push(...results);
    results = [];
    if (part) slots.push({ part, from, isResult: false });
  });
  return [...slots, ...results];
}
