import { isLive, type Item, type MemoryWorkingSet } from '../state';

/** Of a conversation that is wholly in memory, the items that `ContextSource.messages` asks for, by position. */
export function sourceItems(ws: MemoryWorkingSet): Item[] {
  const { coverage } = ws.head;
  const isVisible = ({ ordinal }: Item): boolean => ordinal === null || isLive(coverage, ordinal);
  const items = ws.items();
  const callers = new Set(
    items.filter((item) => item.calls.length > 0 && isVisible(item)).map(({ position }) => position),
  );
  return items.filter((item) => isVisible(item) || (item.group !== null && callers.has(item.group)));
}
