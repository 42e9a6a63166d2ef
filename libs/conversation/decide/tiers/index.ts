export { retirableBulk, unionOf } from './archive';
export * from './cut-text';
export * from './hints';
export * from './plan-tiers';
export * from './segments';
export * from './step';
export * from './tiers-of';
