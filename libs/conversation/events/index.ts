export * from './compaction';
export * from './description';
export * from './envelope';
export * from './lifecycle';
export * from './message-appended';
export * from './registry';
export * from './topics';
export * from './upcast';
