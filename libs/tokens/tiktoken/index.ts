export { TiktokenCounter } from './tiktoken-counter';
export { TOKENISER_VERSION } from './version';
