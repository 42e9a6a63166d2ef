import { setTimeout as sleep } from 'node:timers/promises';

export type Direction = 'to-server' | 'to-client';

export interface Slowness {
  /** Added to every chunk, each way. */
  readonly latencyMs: number;
  /** Each way, shared by all connections. */
  readonly bytesPerSecond: number;
}

const unhindered: Slowness = { latencyMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };

/** The wire that all connections of a proxy share: how fast it is, and whether anything comes through at all. */
export class Line {
  private slowness = unhindered;
  private busyUntil: Record<Direction, number> = { 'to-server': 0, 'to-client': 0 };
  private frozen: Promise<void> | null = null;
  private thaw = (): void => undefined;

  freeze(): void {
    this.frozen ??= new Promise((resolve) => {
      this.thaw = resolve;
    });
  }

  slow(slowness: Slowness): void {
    this.slowness = slowness;
  }

  /** As good as new; what was held goes on. */
  clear(): void {
    this.slowness = unhindered;
    this.busyUntil = { 'to-server': 0, 'to-client': 0 };
    this.frozen = null;
    this.thaw();
  }

  async thawed(): Promise<void> {
    while (this.frozen !== null) await this.frozen;
  }

  /** Resolves when so many bytes, which came at `arrived` (of `performance.now()`), are at the other end. */
  async passage(direction: Direction, bytes: number, arrived: number): Promise<void> {
    await this.thawed();
    const { latencyMs, bytesPerSecond } = this.slowness;
    const sent = Math.max(arrived, this.busyUntil[direction]) + (bytes / bytesPerSecond) * 1000;
    this.busyUntil[direction] = sent;
    const wait = sent + latencyMs - performance.now();
    if (wait > 0) await sleep(wait);
    await this.thawed();
  }
}
