import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { itemIdOf, roleOf } from '../item';
import type { BodyView } from './body-view';

export const reasoningFollowed: Rule<BodyView> = {
  name: 'reasoning-followed',
  fact: 'Reasoning under its id is followed by what the model made with it: a message or a call.',
  source: 'https://github.com/openai/openai-agents-js/pull/977',
  check({ items }) {
    let isFollowed = false;
    return inEach(items.toReversed(), ({ type, value }) => {
      if (type === 'reasoning') {
        const needsFollower = itemIdOf(value) !== null && !isFollowed;
        return needsFollower ? 'nothing that the model made follows the reasoning' : null;
      }
      isFollowed = roleOf(value) === 'assistant';
      return null;
    });
  },
};
