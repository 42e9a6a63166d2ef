import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView, MessageView } from './body-view';

export const callAnswered: Rule<BodyView> = {
  name: 'call-answered',
  fact: 'Tool messages with a result for every call follow an assistant message that makes calls.',
  source: 'https://github.com/aliasrobotics/cai/issues/111',
  check: ({ messages }) =>
    inEach(messages, ({ calls }, index) => {
      const answers = answersAfter(messages, index);
      const open = calls.flatMap(({ id }) => (answers.has(id) ? [] : [String(id)]));
      return open.length === 0 ? null : `no result directly after it for ${open.join(', ')}`;
    }),
};

function answersAfter(messages: readonly MessageView[], index: number): Set<unknown> {
  const answers = new Set<unknown>();
  for (let at = index + 1; messages[at]?.role === 'tool'; at += 1) answers.add(messages[at]?.answers);
  return answers;
}
