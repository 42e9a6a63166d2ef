import type { Invariant } from '../contract';
import { acknowledged } from './01-acknowledged';
import { order } from './02-order';
import { projection } from './03-projection';
import { contexts } from './04-contexts';
import { work } from './05-work';
import { chain } from './06-chain';
import { receipts } from './07-receipts';
import { fates } from './08-fates';
import { recovery } from './09-recovery';
import { isolation } from './10-isolation';

/** What must hold after every fault, in the order of their numbers. */
export const invariants: readonly Invariant[] = [
  acknowledged,
  order,
  projection,
  contexts,
  work,
  chain,
  receipts,
  fates,
  recovery,
  isolation,
];
