export * from './build-context';
export type { Entry } from './entry';
export * from './source';
export * from './source-items';
export * from './texts';
