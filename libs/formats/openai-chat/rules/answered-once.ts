import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const answeredOnce: Rule<BodyView> = {
  name: 'answered-once',
  fact: 'No two results of a turn answer the same call.',
  source: 'https://github.com/agno-agi/agno/issues/5116',
  check: ({ messages }) =>
    inEach(messages, ({ role, answers }, index) => {
      if (role !== 'tool') return null;
      let at = index - 1;
      while (messages[at]?.role === 'tool' && messages[at]?.answers !== answers) at -= 1;
      return messages[at]?.role === 'tool' ? `${JSON.stringify(answers)} is answered already` : null;
    }),
};
