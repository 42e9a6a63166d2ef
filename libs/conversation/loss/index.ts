export { identifiersIn } from './identifiers';
export { RangeIdentifiers } from './measure-loss';
