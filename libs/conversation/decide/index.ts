export * from './boundary';
export * from './due-work';
export * from './hints';
export * from './omissions';
export * from './plan-checkpoint';
