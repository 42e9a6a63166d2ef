export * from './edit';
export * from './fault';
export * from './json-text';
export * from './parse-json';
export * from './whole-text';
