import type { BodyRepair } from '../format';
import { type BodyItem, withText } from './body-item';
import { itemIdOf, roleOf, itemType } from './item';
import { isReadable } from './limits';
import { withoutReasoning } from './without-item-id';

/** Stands where reasoning was: what follows it was made with something that is not sent. */
const GONE = '{"type":"reasoning","summary":[]}';

/** Reasoning that its provider can read: the rest is marked as gone. */
export function readableReasoning(items: readonly BodyItem[], repairs: BodyRepair[]): BodyItem[] {
  return items.flatMap((item) => {
    if (!isReasoning(item) || isReadable(item.value)) return [item];
    const detail = 'reasoning with neither its encrypted content nor an id says nothing to the provider';
    repairs.push({ code: 'reasoning-unreadable', detail, fragment: item.fragment });
    return withText(item, GONE);
  });
}

/** Reasoning under an id is refused unless something that the model made follows it. */
export function followedReasoning(items: readonly BodyItem[], repairs: BodyRepair[]): BodyItem[] {
  let isFollowed = false;
  return items
    .toReversed()
    .flatMap((item) => {
      if (!isReasoning(item)) {
        isFollowed = roleOf(item.value) === 'assistant';
        return [item];
      }
      if (isFollowed || itemIdOf(item.value) === null) return [item];
      const detail = 'nothing of what it was thought for follows the reasoning';
      repairs.push({ code: 'reasoning-unfollowed', detail, fragment: item.fragment });
      return [];
    })
    .toReversed();
}

/** Leaves out what is gone, and takes the ties to it off the items of that response. */
export function freedOfReasoning(items: readonly BodyItem[], repairs: BodyRepair[]): BodyItem[] {
  let isTied = false;
  return items.flatMap((item) => {
    if (isReasoning(item)) {
      isTied = itemIdOf(item.value) === null;
      return isReadable(item.value) ? [item] : [];
    }
    // Whoever writes items without ids writes none of that response with one.
    if (roleOf(item.value) !== 'assistant' || itemIdOf(item.value) === null) isTied = false;
    const text = isTied ? withoutReasoning(item.json) : item.json.slice();
    if (text !== item.json.slice()) {
      const what = text === null ? 'is left out' : 'leaves without its id';
      const detail = `the reasoning of the ${itemType(item.value)} is not sent under its id: it ${what}`;
      repairs.push({ code: 'item-id-removed', detail, fragment: item.fragment });
    }
    return withText(item, text);
  });
}

function isReasoning({ value }: BodyItem): boolean {
  return itemType(value) === 'reasoning';
}
