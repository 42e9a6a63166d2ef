export { startProjector } from './start-projector';
