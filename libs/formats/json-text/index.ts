export * from './edit';
export * from './fault';
export * from './json-text';
export { NotJson } from './not-json';
export * from './parse-json';
export * from './whole-text';
