const INTERVAL_MS = 5_000;

/** Tells Kafka now and then what was passed: lag tools read it there; nothing here ever does. */
export class CommittedOffsets {
  private readonly positions = new Map<number, number>();

  passed(partition: number, nextOffset: number): void {
    this.positions.set(partition, nextOffset);
  }

  /** Until `stop`, which commits once more. A commit that fails is left to the next one. */
  keepCommitted(commit: (offsets: ReadonlyMap<number, number>) => Promise<void>): { stop(): Promise<void> } {
    let committing: Promise<void> = Promise.resolve();
    const next = (): void => {
      committing = committing.then(() => this.commit(commit)).catch(() => undefined);
    };
    const timer = setInterval(next, INTERVAL_MS);
    return {
      stop: async () => {
        clearInterval(timer);
        next();
        await committing;
      },
    };
  }

  private async commit(commit: (offsets: ReadonlyMap<number, number>) => Promise<void>): Promise<void> {
    if (this.positions.size === 0) return;
    const offsets = new Map(this.positions);
    await commit(offsets);
    for (const [partition, offset] of offsets) {
      if (this.positions.get(partition) === offset) this.positions.delete(partition);
    }
  }
}
