export * from './build-context';
export { shownMessage, type Entry, type MessageEntry, type ShownCall } from './entry';
export * from './source';
export * from './texts';
