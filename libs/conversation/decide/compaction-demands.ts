import { tierDemands } from './tiers/step';

/** What operators may ask to be compacted now: a checkpoint, or a step of the tiers. */
export const compactionDemands = ['checkpoint', ...tierDemands] as const;
export type CompactionDemand = (typeof compactionDemands)[number];
