export { startContextBuilder } from './start-context-builder';
