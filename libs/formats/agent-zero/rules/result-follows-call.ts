import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { baseName } from '../tool-use';
import { type BodyView, SOURCE } from './body-view';

export const resultFollowsCall: Rule<BodyView> = {
  name: 'result-follows-call',
  fact: 'A result stands right behind the call of its tool; without ids nothing else says which call it answers.',
  source: `${SOURCE}/helpers/tool.py`,
  check: ({ messages }) =>
    inEach(messages, ({ use }, index) => {
      if (use?.kind !== 'result') return null;
      const before = messages[index - 1]?.use;
      const isAnswer = before && before.kind !== 'result' && baseName(before.name) === baseName(use.name);
      return isAnswer ? null : `no call of ${JSON.stringify(use.name)} right before its result`;
    }),
};
