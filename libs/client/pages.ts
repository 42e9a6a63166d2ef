import type { Http } from './http';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** A list of the service, page after page; pages are fetched as they are consumed. `path` may have a query. */
export async function* pages<Item>(
  http: Http,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void> {
  const separator = path.includes('?') ? '&' : '?';
  for (let cursor = ''; ;) {
    const from = cursor === '' ? path : `${path}${separator}after=${encodeURIComponent(cursor)}`;
    const { value } = await http.json({ method: 'GET', path: from, signal });
    const { items, next } = value as Page<Item>;
    yield* items;
    if (next === null) return;
    cursor = next;
  }
}
