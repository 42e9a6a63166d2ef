import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_MS = 50;
const LONGEST_MS = 5_000;

/** Pauses that double from 50 ms to 5 s, each shortened by up to a half at random. */
export class Backoff {
  private nextMs = FIRST_MS;

  reset(): void {
    this.nextMs = FIRST_MS;
  }

  /** Ends early at the abort. */
  async pause(signal: AbortSignal): Promise<void> {
    const delay = this.nextMs * (1 - Math.random() / 2);
    this.nextMs = Math.min(this.nextMs * 2, LONGEST_MS);
    await pause(delay, signal);
  }
}

/** Returns after `delayMs` or at the abort, whichever is first. */
export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleep(delayMs, undefined, { signal }).catch(() => undefined);
}
