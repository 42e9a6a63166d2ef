interface Awaited {
  readonly next: number;
  /** When somebody who waits saw the position there first. */
  readonly since: number;
}

/**
 * How long a partition's position has stood still while somebody waited for more. All who wait share what is seen, so
 * that a projector that is down is waited for once, not by every context again.
 */
export class Stalls {
  private readonly seen = new Map<number, Awaited>();

  constructor(private readonly patienceMs: number) {}

  /**
   * Notes where a partition's position is while a record at or after it is awaited. Only such looks count: a position
   * that has nothing to read stands still too. @returns whether it has stood there for longer than the patience
   */
  isStalled(partition: number, next: number): boolean {
    const now = Date.now();
    const known = this.seen.get(partition);
    const awaited = known?.next === next ? known : { next, since: now };
    this.seen.set(partition, awaited);
    return now - awaited.since >= this.patienceMs;
  }
}
