import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { API_REFERENCE, type BodyView, type MessageView } from './body-view';

export const resultAnswersCall: Rule<BodyView> = {
  name: 'result-answers-call',
  fact: 'A tool message answers a call of the assistant message before it, with nothing but other results between them.',
  source: API_REFERENCE,
  check: ({ messages }) =>
    inEach(messages, ({ role, answers }, index) => {
      if (role !== 'tool') return null;
      const isAnswer = callerOf(messages, index)?.calls.some(({ id }) => id === answers) === true;
      return isAnswer ? null : `no call ${JSON.stringify(answers)} in the assistant message before it`;
    }),
};

/** The message whose results these are, where a result stands at `index`. */
export function callerOf(messages: readonly MessageView[], index: number): MessageView | undefined {
  let at = index - 1;
  while (messages[at]?.role === 'tool') at -= 1;
  return messages[at];
}
