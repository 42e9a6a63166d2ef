import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { hasReasoningContent } from '../limits';
import type { BodyView } from './body-view';

export const reasoningContent: Rule<BodyView> = {
  name: 'reasoning-content',
  fact: 'Reasoning that is sent back has no content of its own, or an empty list.',
  source: 'https://github.com/musistudio/claude-code-router/issues/1783',
  check({ items }) {
    return inEach(items, ({ type, value }) =>
      type === 'reasoning' && hasReasoningContent(value) ? 'the reasoning has content' : null,
    );
  },
};
