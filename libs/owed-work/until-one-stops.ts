export interface Worked<T, R> {
  readonly done: ReadonlyMap<T, R>;
  /** The first one; undefined where none failed. */
  readonly error: unknown;
}

/**
 * Works on the items in their order, at most `atOnce` of them at the same time. Once one fails, or its result stops, none
 * is begun any more; those under way are waited for, and what was done stays. Never rejects.
 */
export async function untilOneStops<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
  stops: (result: R) => boolean,
): Promise<Worked<T, R>> {
  const done = new Map<T, R>();
  const waiting = [...items];
  let error: unknown;
  const one = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        const result = await work(item);
        done.set(item, result);
        if (stops(result)) waiting.length = 0;
      } catch (cause) {
        error ??= cause;
        waiting.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, one));
  return { done, error };
}
