export type * from './api';
export * from './bodies';
export type { CallBytesOptions, CallItem, Calls } from './calls';
export type { Conversation } from './conversation';
export { VerbatimApiError, VerbatimConnectionError } from './errors';
export type { CallOptions, Connection } from './http';
export type * from './options';
export type { Policies, PolicyItem } from './policies';
export { VerbatimClient, type ConversationItem, type ConversationsOptions } from './verbatim-client';
