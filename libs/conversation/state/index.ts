export * from './checkpoint';
export * from './coverage';
export * from './head';
export * from './item';
export * from './memory-working-set';
export * from './working-set';
