import { inRepeated } from '../../checking';
import type { Rule } from '../../format';
import { itemIdOf } from '../item';
import type { BodyView } from './body-view';

export const itemIdsUnique: Rule<BodyView> = {
  name: 'item-ids-unique',
  fact: 'No two items of a request share an id.',
  source: 'https://github.com/vercel/ai/issues/7883',
  check: ({ items }) =>
    inRepeated(
      items,
      ({ value }) => itemIdOf(value),
      (id) => `the item id ${id} is used twice`,
    ),
};
