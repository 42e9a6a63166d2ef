export * from './cloud-events';
export * from './format';
export * from './json-text';
export * from './message-texts';
export * from './message-tokens';
export * from './notice-codes';
export * from './openai-chat';
export * from './registry';
export { sentence } from './sentence';
