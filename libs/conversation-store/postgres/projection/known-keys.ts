import type { Head, Key } from '@verbatim/conversation';

type Stretch = { readonly from: number; readonly to: number };

/**
 * Which keys of a working set need no look at the database: those that were loaded, found or not, and those that the
 * head as stored proves to be absent there, so that only rows of this batch can answer them.
 */
export class KnownKeys {
  private readonly loaded = new Set<string>();
  private readonly stretches: Stretch[] = [];
  private groupsFrom: number;

  constructor(private readonly stored: Head) {
    this.groupsFrom = stored.unpinned;
  }

  /** All groups with a member at or beyond this ordinal are known: a new load stops there. */
  get groupsKnownFrom(): number {
    return this.groupsFrom;
  }

  has(key: Key): boolean {
    const { stored } = this;
    switch (key.kind) {
      case 'item':
      case 'group':
        return key.number > stored.position || this.loaded.has(nameOf(key));
      case 'item-at':
        return key.number >= stored.unpinned || this.loaded.has(nameOf(key));
      case 'item-of-result':
        return key.number > stored.results || this.loaded.has(nameOf(key));
      case 'groups-across':
        return key.number <= 0 || key.number >= this.groupsFrom;
      case 'calls':
        return stored.position === 0 || this.loaded.has(nameOf(key));
      case 'description':
        return stored.position === 0 || this.loaded.has(nameOf(key));
      case 'checkpoint':
        return (stored.checkpoints === 0 && stored.attempts === 0) || this.loaded.has(nameOf(key));
      case 'active-within':
        return this.holdsActive(key);
      case 'items-within':
        return key.from >= Math.min(key.to, stored.unpinned) || this.loaded.has(nameOf(key));
    }
  }

  add(key: Key): void {
    if (key.kind === 'groups-across') this.groupsFrom = Math.min(this.groupsFrom, key.number);
    else if (key.kind === 'active-within') this.stretches.push(key);
    else this.loaded.add(nameOf(key));
  }

  /** Beyond the coverage's end no checkpoint is active. */
  private holdsActive({ from, to }: Stretch): boolean {
    const end = Math.min(to, this.stored.coverage.through);
    return from >= end || this.stretches.some((stretch) => stretch.from <= from && end <= stretch.to);
  }
}

function nameOf(key: Key): string {
  return JSON.stringify(key);
}
