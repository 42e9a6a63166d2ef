export type { Counts } from './append-message';
export * from './evolve';
export * from './opening-head';
export * from './outcome';
