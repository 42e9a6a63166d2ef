/** Consecutive entries that go in one request; `start` is the place of the first, from 0. */
export interface Batch<Entry> {
  readonly start: number;
  readonly entries: readonly Entry[];
}

const MOST_ENTRIES = 500;
const MOST_BYTES = 8 * 1024 * 1024;

/** Entries in order, at most 500 and 8 MiB a batch; a larger one goes alone, for the service to judge. */
export function* batches<Entry extends { readonly text: string }>(
  entries: readonly Entry[],
): Generator<Batch<Entry>> {
  let batch: Entry[] = [];
  let bytes = 0;
  let start = 0;
  for (const [index, entry] of entries.entries()) {
    const size = Buffer.byteLength(entry.text);
    if (batch.length > 0 && (batch.length === MOST_ENTRIES || bytes + size > MOST_BYTES)) {
      yield { start, entries: batch };
      [batch, bytes, start] = [[], 0, index];
    }
    batch.push(entry);
    bytes += size;
  }
  if (batch.length > 0) yield { start, entries: batch };
}
