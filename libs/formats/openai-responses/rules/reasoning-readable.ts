import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { isReadable } from '../limits';
import type { BodyView } from './body-view';

export const reasoningReadable: Rule<BodyView> = {
  name: 'reasoning-readable',
  fact: 'Reasoning comes with the id under which it is stored or with its encrypted content, else the provider knows nothing of it.',
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check({ items }) {
    return inEach(items, ({ type, value }) =>
      type !== 'reasoning' || isReadable(value)
        ? null
        : 'the reasoning has neither an id nor encrypted content',
    );
  },
};
