/** A page of a list; `next` goes on after it, null at the end (SPEC 9, Lists). */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** `found` holds one more than `limit` where there is more. */
export function pageOf<T>(found: readonly T[], limit: number, cursorOf: (last: T) => string): Page<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** A page of a list that is in memory, ordered by the key that is its cursor. */
export function pageOfSorted<T>(
  all: readonly T[],
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  keyOf: (item: T) => string,
): Page<T> {
  const rest = after === undefined ? all : all.filter((item) => keyOf(item) > after);
  return pageOf(rest, limit, keyOf);
}

/** JSON text of a page whose items are JSON texts already: what a producer wrote is spliced, never parsed again. */
export function pageText({ items, next }: Page<string>): string {
  return `{"items":[${items.join(',')}],"next":${JSON.stringify(next)}}`;
}

/** JSON text of an object with one more, last member whose value is JSON text already. */
export function withRaw(fields: object, name: string, rawJson: string): string {
  return `${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(name)}:${rawJson}}`;
}
