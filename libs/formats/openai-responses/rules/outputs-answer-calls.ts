import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { callIdOf, CALLS, isOutput } from '../item';
import type { BodyView } from './body-view';
import { textOfValue } from '../../checking/text-of-value';

export const outputsAnswerCalls: Rule<BodyView> = {
  name: 'outputs-answer-calls',
  fact: 'Every output answers a call that stands before it, in the kind of the call; the call may be one that is named by a reference.',
  source: 'https://github.com/vercel/ai/issues/8216',
  check({ items }) {
    const open = new Set<string>();
    let mayBeReferred = false;
    return inEach(items, ({ type, value }) => {
      const id = callIdOf(value);
      mayBeReferred ||= type === 'item_reference';
      for (const output of CALLS.get(type)?.outputs ?? []) open.add(`${output} ${textOfValue(id)}`);
      if (!isOutput(value) || typeof id !== 'string' || mayBeReferred) return null;
      return open.has(`${type} ${id}`) ? null : `no call before it has the id ${id}`;
    });
  },
};
