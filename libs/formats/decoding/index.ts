export * from './read';
export * from './split-list';
export * from './text-parts';
