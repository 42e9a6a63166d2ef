import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { isAuthorName } from '../limits';
import type { BodyView } from './body-view';

export const authorNameRule: Rule<BodyView> = {
  name: 'author-name',
  fact: 'The name of an author has 1 to 64 characters, no white space and none of < | \\ / >.',
  source: 'https://github.com/langchain-ai/langchain/issues/35054',
  check: ({ messages }) =>
    inEach(messages, ({ name }) =>
      typeof name === 'string' && !isAuthorName(name) ? `${JSON.stringify(name)} is not a name` : null,
    ),
};
