export * from './checkpoints';
export * from './context-of';
export * from './conversation';
export * from './events';
export * from './histories';
export * from './pairing';
export * from './specification';
