export * from './follow';
export * from './place';
export * from './summaries';
export { startTopic } from './topics';
export * from './truncations';
