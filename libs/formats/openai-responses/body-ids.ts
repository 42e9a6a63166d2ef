import type { BodyRepair } from '../format';
import { type BodyItem, withText } from './body-item';
import { itemIdOf, itemType } from './item';
import { withoutItemId } from './without-item-id';

/** Of items with one id the first keeps it; an item that is nothing without its id is left out. */
export function uniqueItems(items: readonly BodyItem[], repairs: BodyRepair[]): BodyItem[] {
  const seen = new Set<string>();
  return items.flatMap((item) => {
    const id = itemIdOf(item.value);
    if (id === null || !seen.has(id)) {
      if (id !== null) seen.add(id);
      return [item];
    }
    const text = withoutItemId(item.json);
    const what = text === null ? 'is left out' : 'leaves without it';
    const detail = `the id ${id} is another item's already: the ${itemType(item.value)} ${what}`;
    repairs.push({ code: 'duplicate-item', detail, fragment: item.fragment });
    return withText(item, text);
  });
}
