export * from './check-rules';
export * from './problems';
