import { setTimeout as sleep } from 'node:timers/promises';

/** Keeps producers from running ahead of the faults, and of the time: they pass up to a share of all their events. */
export class Gate {
  private begun = 0;
  private open = 0;
  private readonly closing = new AbortController();

  private began: number | null = null;

  /** All of it takes at least so many seconds, evenly. */
  constructor(
    private readonly all: number,
    private readonly seconds: number,
  ) {}

  /** Share of all events that producers have begun with. */
  get progress(): number {
    return this.begun / this.all;
  }

  /** Lets them on up to this share; never back. */
  openTo(share: number): void {
    this.open = Math.max(this.open, share);
  }

  /** Nobody waits any more; `begin` answers false. */
  close(): void {
    this.closing.abort();
  }

  async begin(events: number): Promise<boolean> {
    while (!this.closing.signal.aborted) {
      if (this.progress < Math.min(this.open, this.due())) {
        this.begun += events;
        return true;
      }
      await sleep(5);
    }
    return false;
  }

  private due(): number {
    this.began ??= performance.now();
    return (performance.now() - this.began) / 1000 / this.seconds;
  }
}
