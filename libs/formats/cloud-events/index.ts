export type { Attributes } from './attributes';
export * from './discard';
export { readMessageData } from './message-data';
export * from './read-batch';
export * from './read-record';
export type { LogRecord } from './record-source';
export { isStorable } from './storable';
export * from './why-not-read';
export * from './write-event';
