import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const callsNotEmpty: Rule<BodyView> = {
  name: 'calls-not-empty',
  fact: 'A list of calls has at least one call.',
  source: 'https://github.com/openai/openai-node/pull/1341',
  check: ({ messages }) =>
    inEach(messages, ({ toolCalls }) =>
      Array.isArray(toolCalls) && toolCalls.length === 0 ? 'tool_calls is an empty list' : null,
    ),
};
