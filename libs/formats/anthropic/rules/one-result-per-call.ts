import { inRepeated } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const oneResultPerCall: Rule<BodyView> = {
  name: 'one-result-per-call',
  fact: 'A tool_use has one tool_result, not two.',
  source: 'https://github.com/NoeFabris/opencode-antigravity-auth/pull/3',
  check: ({ turns }) =>
    turns.flatMap(({ blocks }) =>
      inRepeated(
        blocks,
        ({ type, value }) => (type === 'tool_result' ? value['tool_use_id'] : null),
        (id) => `a second result for the call ${id}`,
      ),
    ),
};
