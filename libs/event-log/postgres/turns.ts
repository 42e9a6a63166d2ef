import { setTimeout as sleep } from 'node:timers/promises';

/** Somebody else's turn took too long. */
export class NoTurn extends Error {}

/** One at a time for each key; who needs several waits for all of them. */
export class Turns<K> {
  private readonly last = new Map<K, Promise<void>>();

  constructor(private readonly patienceMs: number) {}

  /** @throws NoTurn where its turn did not come in time: `work` is not begun then */
  async take<T>(keys: Iterable<K>, work: () => Promise<T>): Promise<T> {
    const wanted = [...new Set(keys)];
    let pass = (): void => undefined;
    const passed = new Promise<void>((resolve) => (pass = resolve));
    const before = Promise.all(wanted.map((key) => this.last.get(key)));
    const done = before.then(() => passed);
    for (const key of wanted) this.last.set(key, done);
    try {
      await this.inTime(before);
      return await work();
    } finally {
      pass();
      void done.then(() => this.forget(wanted, done));
    }
  }

  private async inTime(turn: Promise<unknown>): Promise<void> {
    const came = new AbortController();
    const late = sleep(this.patienceMs, 'late', { signal: came.signal }).catch(() => 'came');
    const first = await Promise.race([turn, late]);
    came.abort();
    if (first === 'late') throw new NoTurn(`no turn within ${this.patienceMs} ms`);
  }

  private forget(keys: readonly K[], done: Promise<void>): void {
    for (const key of keys) if (this.last.get(key) === done) this.last.delete(key);
  }
}
