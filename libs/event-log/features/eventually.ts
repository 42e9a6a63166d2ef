import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 25_000;

/** Tries `check` until it no longer throws; after 25 s throws what it threw last. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(10);
    }
  }
}
