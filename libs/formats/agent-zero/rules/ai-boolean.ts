import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { type BodyView, SOURCE } from './body-view';

export const aiBoolean: Rule<BodyView> = {
  name: 'ai-boolean',
  fact: 'A message says whether the agent wrote it: `ai` is true or false.',
  source: `${SOURCE}/helpers/history.py`,
  check: ({ messages }) =>
    inEach(messages, ({ ai }) => (typeof ai === 'boolean' ? null : '`ai` is neither true nor false')),
};
