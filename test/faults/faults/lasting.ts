import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../world/world';

/** So long, or until `stop`. */
export async function lasting(milliseconds: number, stop: AbortSignal): Promise<void> {
  await sleep(milliseconds, null, { signal: stop }).catch(() => undefined);
}

const LOOK_MS = 10;
const PATIENCE_MS = 15_000;

/** Until it is true, for a quarter of a minute at most. @returns whether it is */
export async function until(look: () => boolean | Promise<boolean>, stop: AbortSignal): Promise<boolean> {
  for (
    const end = Date.now() + PATIENCE_MS;
    Date.now() < end && !stop.aborted;
    await lasting(LOOK_MS, stop)
  ) {
    if (await look()) return true;
  }
  return false;
}

/** Half a second to four seconds in a small run; in one of 5,000 events and more each fifth lasts `long` instead. */
export function duration(world: World, nth: number, long: number): number {
  if (isLarge(world) && nth % 5 === 1) return long;
  return world.random.int(500, 4_000);
}

export function isLarge({ options }: World): boolean {
  return options.events >= 5_000;
}
