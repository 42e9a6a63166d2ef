export * from './edit';
export * from './json-text';
export * from './parse-json';
export * from './whole-text';
