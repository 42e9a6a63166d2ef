export * from './checkpoints';
export * from './context-of';
export * from './conversation';
export * from './events';
export * from './specification';
export * from './histories';
