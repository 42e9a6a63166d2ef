import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { MOST_CALLS } from '../limits';
import type { BodyView } from './body-view';

export const callsCount: Rule<BodyView> = {
  name: 'calls-count',
  fact: 'One message makes at most 128 calls.',
  source: 'https://github.com/openai/openai-dotnet/issues/317',
  check: ({ messages }) =>
    inEach(messages, ({ calls }) =>
      calls.length > MOST_CALLS ? `${calls.length} calls, at most ${MOST_CALLS} are taken` : null,
    ),
};
