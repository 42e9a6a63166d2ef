export type * from './api';
export * from './bodies';
export type { Conversation } from './conversation';
export { VerbatimApiError, VerbatimConnectionError } from './errors';
export type { CallOptions, Connection } from './http';
export type * from './options';
export { VerbatimClient } from './verbatim-client';
