import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { baseName } from '../tool-use';
import { type BodyView, SOURCE } from './body-view';

export const callAnswered: Rule<BodyView> = {
  name: 'call-answered',
  fact: 'The agent uses one tool at a time and goes on when it has the result; only `response`, which ends its turn, has none.',
  source: `${SOURCE}/tools/response.py`,
  check: ({ messages }) =>
    inEach(messages, ({ use }, index) => {
      if (use?.kind !== 'call') return null;
      const after = messages[index + 1]?.use;
      const isAnswered = after?.kind === 'result' && baseName(after.name) === baseName(use.name);
      return isAnswered ? null : `no result right behind the call of ${JSON.stringify(use.name)}`;
    }),
};
