/** As `Map.groupBy` of newer Nodes. */
export function groupBy<T, K>(list: readonly T[], keyOf: (each: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const each of list) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return groups;
}

/** Does the work for each of the list, so many at a time. */
export async function inParallel<T>(
  list: readonly T[],
  atOnce: number,
  work: (each: T) => Promise<void>,
): Promise<void> {
  const waiting = list.values();
  const worker = async (): Promise<void> => {
    for (const each of waiting) await work(each);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** All of them, or `most` that are spread evenly over the list. */
export function evenly<T>(list: readonly T[], most: number): readonly T[] {
  const every = Math.max(1, list.length / most);
  return list.filter((_, index) => Math.floor((index + 1) / every) > Math.floor(index / every));
}
