export type { Encoding, TokenCounter } from './token-counter';
export { TiktokenCounter, TOKENISER_VERSION } from './tiktoken';
