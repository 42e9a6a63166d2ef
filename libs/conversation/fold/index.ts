export type { Counts } from './append-message';
export * from './evolve';
export * from './outcome';
