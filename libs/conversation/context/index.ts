export * from './build-context';
export type { Entry } from './entry';
export * from './source';
export * from './texts';
