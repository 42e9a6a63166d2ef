import type { Mutation } from '../contract';
import { acknowledgedMutations } from './acknowledged';
import { chainMutations } from './chain';
import { contextsMutations } from './contexts';
import { fatesMutations } from './fates';
import { isolationMutations } from './isolation';
import { orderMutations } from './order';
import { projectionMutations } from './projection';
import { receiptsMutations } from './receipts';
import { recoveryMutations } from './recovery';
import { workMutations } from './work';

/** Ways to break the product; each invariant is there for some of them. */
export const mutations: readonly Mutation[] = [
  ...acknowledgedMutations,
  ...orderMutations,
  ...projectionMutations,
  ...contextsMutations,
  ...workMutations,
  ...chainMutations,
  ...receiptsMutations,
  ...fatesMutations,
  ...recoveryMutations,
  ...isolationMutations,
];
