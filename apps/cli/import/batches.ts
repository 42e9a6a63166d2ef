import type { Entry } from './source';

const MOST_ENTRIES = 500;
const MOST_BYTES = 8 * 1024 * 1024;

/** Consecutive entries that go in one request: at most 500 and 8 MiB; a larger entry goes alone, for the service to judge. */
export class Batch<Item extends Pick<Entry, 'text'> = Entry> {
  readonly entries: Item[] = [];
  private bytes = 0;

  /** Whether this entry must go into the next one. */
  isFullFor({ text }: Item): boolean {
    const { length } = this.entries;
    return length > 0 && (length === MOST_ENTRIES || this.bytes + Buffer.byteLength(text) > MOST_BYTES);
  }

  add(entry: Item): void {
    this.entries.push(entry);
    this.bytes += Buffer.byteLength(entry.text);
  }
}
