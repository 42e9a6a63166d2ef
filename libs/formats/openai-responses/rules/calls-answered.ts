import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { callIdOf, CALLS } from '../item';
import type { BodyView } from './body-view';
import { textOfValue } from '../../checking/text-of-value';

export const callsAnswered: Rule<BodyView> = {
  name: 'calls-answered',
  fact: 'Every call of a function, custom tool, computer, shell or patch is followed by an output that names its call id, in the kind of the call.',
  source: 'https://github.com/openai/openai-agents-python/issues/673',
  check({ items }) {
    const answered = new Map<string, number>();
    for (const { type, value, index } of items)
      answered.set(`${type} ${textOfValue(callIdOf(value))}`, index);
    return inEach(items, ({ type, value, index }) => {
      const kind = CALLS.get(type);
      const id = callIdOf(value);
      if (!kind || typeof id !== 'string') return null;
      const isAnswered = kind.outputs.some((output) => (answered.get(`${output} ${id}`) ?? -1) > index);
      return isAnswered ? null : `no output answers the call ${id}`;
    });
  },
};
