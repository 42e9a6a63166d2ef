export * from './build-context';
export { shownMessage, textOfEntry, type Entry, type MessageEntry, type ShownCall, type Unit } from './entry';
export { measured } from './fit-tokens';
export * from './replacement-text';
export * from './source';
export * from './texts';
