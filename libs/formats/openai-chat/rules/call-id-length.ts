import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { CALL_ID } from '../limits';
import type { BodyView } from './body-view';

export const callIdLength: Rule<BodyView> = {
  name: 'call-id-length',
  fact: 'The id of a call has at most 40 characters.',
  source: 'https://github.com/vercel/ai/issues/8132',
  check: ({ messages }) =>
    inEach(messages, ({ calls, answers }) => {
      const long = [...calls.map(({ id }) => id), answers].find((id) => lengthOf(id) > CALL_ID.maxLength);
      return long === undefined ? null : `the id of a call has ${lengthOf(long)} characters`;
    }),
};

function lengthOf(id: unknown): number {
  return typeof id === 'string' ? Array.from(id).length : 0;
}
