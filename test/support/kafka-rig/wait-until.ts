import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until it is true; a look that throws counts as not yet. @returns seconds it took */
export async function waitUntil(
  what: string,
  look: () => Promise<boolean>,
  patienceSeconds = 60,
): Promise<number> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  while (!(await look().catch(() => false))) {
    if (seconds() > patienceSeconds) throw new Error(`not within ${patienceSeconds} s: ${what}`);
    await sleep(25);
  }
  return seconds();
}
