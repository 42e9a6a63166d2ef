export * from './apply-effects';
export type * from './contract';
export * from './effects';
export { historyOf } from './history';
export { judge } from './judge';
export { isShipped, shippedPlugins } from './options';
export * from './shipped';
