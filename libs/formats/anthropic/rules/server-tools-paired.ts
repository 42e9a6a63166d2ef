import type { Rule } from '../../format';
import { unpaired } from '../server-pairs';
import type { BodyView } from './body-view';

export const serverToolsPaired: Rule<BodyView> = {
  name: 'server-tools-paired',
  fact:
    'A call of one of the provider’s own tools comes with its result, and the result with the call before it; only a turn ' +
    'that was paused, or whose program still waits for results, may lack it.',
  source: 'https://github.com/pydantic/pydantic-ai/issues/2600',
  check: ({ turns }) =>
    [...unpaired(turns)].map(({ index, type }) => ({
      index,
      detail: `a ${type} block lacks its counterpart`,
    })),
};
