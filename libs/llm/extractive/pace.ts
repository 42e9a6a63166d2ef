import { setImmediate as nextTurn } from 'node:timers/promises';

/** UTF-16 units worked on before other work on the event loop gets its turn. */
const SLICE = 64 * 1024;

/** Keeps long synchronous work from holding up the event loop, and stops it when the caller aborts. */
export class Pace {
  private done = 0;

  constructor(private readonly signal: AbortSignal | undefined) {}

  /** Notes work on `units` UTF-16 units; when true, await `turn` before going on. */
  isDue(units: number): boolean {
    this.done += units;
    return this.done >= SLICE;
  }

  /** @throws the signal's reason once it is aborted. */
  async turn(): Promise<void> {
    this.done = 0;
    await nextTurn();
    this.signal?.throwIfAborted();
  }
}
