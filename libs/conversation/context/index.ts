export * from './build-context';
export { shownMessage, textOfEntry, type Entry, type MessageEntry, type ShownCall } from './entry';
export { measured } from './fit-tokens';
export * from './replacement-text';
export * from './source';
export * from './texts';
