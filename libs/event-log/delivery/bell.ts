/** Says that something may have changed. Rings are counted, so that one between a look and the wait is not missed. */
export class Bell {
  private count = 0;
  private readonly waiting = new Set<() => void>();

  get rings(): number {
    return this.count;
  }

  ring(): void {
    this.count += 1;
    for (const wake of this.waiting) wake();
  }

  /** Returns as soon as `rings` differs from `seen`, or at the abort. */
  async rungSince(seen: number, signal: AbortSignal): Promise<void> {
    if (this.count !== seen || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        this.waiting.delete(wake);
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
