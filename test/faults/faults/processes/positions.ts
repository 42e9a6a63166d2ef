import { setTimeout as sleep } from 'node:timers/promises';
import type { SupervisedProcess } from '../../../support/supervised-process';
import type { World } from '../../world/world';

/** Who reads a partition, as the projectors themselves keep it. */
export interface Held {
  readonly partition: number;
  /** Raised at each claim. */
  readonly epoch: number;
}

const LOOK_MS = 100;

/** The partitions that this process claimed last. */
export async function heldBy(world: World, projector: SupervisedProcess): Promise<readonly Held[]> {
  const rows = await world.database.query<{ partition: number; epoch: string }>(
    `SELECT partition, epoch FROM processor_positions WHERE owner LIKE '%/' || $1 ORDER BY partition`,
    [String(await projector.pid())],
  );
  return rows.map(({ partition, epoch }) => ({ partition, epoch: Number(epoch) }));
}

/** Whether somebody has claimed each of these anew. */
export async function claimedSince(world: World, earlier: readonly Held[]): Promise<boolean> {
  const rows = await world.database.query<{ partition: number; epoch: string }>(
    'SELECT partition, epoch FROM processor_positions',
  );
  const now = new Map(rows.map(({ partition, epoch }) => [partition, Number(epoch)]));
  return earlier.every(({ partition, epoch }) => (now.get(partition) ?? 0) > epoch);
}

/** Whether it came true in that time; a look that fails counts as not yet. */
export async function comesTrue(look: () => Promise<boolean>, seconds: number): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(LOOK_MS)) {
    if (await look().catch(() => false)) return true;
  }
  return false;
}
