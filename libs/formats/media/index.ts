export { fileTokens } from './file-tokens';
export { imageTokens } from './image-tokens';
export * from './openai-media';
export * from './parts';
export * from './urls';
