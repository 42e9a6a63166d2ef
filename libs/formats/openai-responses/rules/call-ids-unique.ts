import { inRepeated } from '../../checking';
import type { Rule } from '../../format';
import { callIdOf, isOutput } from '../item';
import type { BodyView } from './body-view';

export const callIdsUnique: Rule<BodyView> = {
  name: 'call-ids-unique',
  fact: 'No two calls of a request share a call id, and each call has exactly one output.',
  source: 'https://github.com/NousResearch/hermes-agent/issues/102629',
  check: ({ items }) =>
    inRepeated(
      items,
      ({ value }) => {
        const id = callIdOf(value);
        return typeof id === 'string' ? `${isOutput(value) ? 'output' : 'call'} ${id}` : null;
      },
      (key) => `there are two items for the ${key}`,
    ),
};
