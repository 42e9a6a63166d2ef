export * from './boundary';
export * from './due-work';
export * from './omissions';
export * from './plan-checkpoint';
