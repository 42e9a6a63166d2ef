import type { ApiClient, Page, Query } from './api-client';

export interface Listing {
  readonly path: string;
  readonly query?: Query;
  /** The parameter that takes the cursor of a page. */
  readonly cursor?: 'after' | 'from';
  /** Items at most; all where it is left out. */
  readonly limit?: number | undefined;
}

const MOST_PER_PAGE = 200;

/** All pages of a list, fetched as they are consumed; of the last one no more than the limit leaves. */
export async function* pages(client: ApiClient, listing: Listing): AsyncGenerator<Page> {
  const { path, query = {}, cursor = 'after', limit = Infinity } = listing;
  let left = limit;
  let position: Query = {};
  for (;;) {
    const page = await client.page(path, { ...query, ...position, limit: Math.min(left, MOST_PER_PAGE) });
    const items = page.items.slice(0, left);
    yield { items, next: page.next };
    left -= items.length;
    if (page.next === null || left <= 0) return;
    position = { [cursor]: page.next };
  }
}
