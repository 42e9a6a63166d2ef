import type { Fault } from '../contract';
import { brokerFaults } from './broker';
import { inputFaults } from './input';
import { modelFaults } from './model';
import { networkFaults } from './network';
import { none } from './none';
import { postgresFaults } from './postgres';
import { processFaults } from './processes';

/** Every fault, in the order of the matrix. */
export const faults: readonly Fault[] = [
  none,
  ...processFaults,
  ...networkFaults,
  ...postgresFaults,
  ...brokerFaults,
  ...inputFaults,
  ...modelFaults,
];
