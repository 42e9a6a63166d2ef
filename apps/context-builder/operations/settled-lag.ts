import { setTimeout as sleep } from 'node:timers/promises';
import type { Lag, PartitionLag } from './lag';

/** A position that moved within this time is not looked at again. */
const QUIET_SECONDS = 30;
const SECOND_LOOK_MS = 2_000;

export interface SettledLag {
  readonly lag: Lag;
  /** Partitions with records that wait, none of which was taken for a while. */
  readonly stuck: readonly PartitionLag[];
}

/**
 * The lag, and where nothing moves. A record that came just now to a partition at rest looks as if it had been left
 * lying, so where any does it is looked for again a moment later.
 */
export async function settledLag(look: () => Promise<Lag>): Promise<SettledLag> {
  const first = await look();
  if (!first.partitions.some(looksStuck)) return { lag: first, stuck: [] };
  await sleep(SECOND_LOOK_MS);
  const lag = await look();
  const before = new Map(first.partitions.filter(looksStuck).map((each) => [each.partition, each.next]));
  const stuck = lag.partitions.filter((each) => looksStuck(each) && before.get(each.partition) === each.next);
  return { lag, stuck };
}

/** A partition at fault is another matter, and one that nobody ever claimed has stood still for ever. */
function looksStuck({ lag, fault, idleSeconds }: PartitionLag): boolean {
  return lag > 0 && fault === null && (idleSeconds ?? Infinity) > QUIET_SECONDS;
}
