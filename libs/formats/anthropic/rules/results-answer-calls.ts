import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const resultsAnswerCalls: Rule<BodyView> = {
  name: 'results-answer-calls',
  fact: 'Every tool_result answers a tool_use of the assistant message directly before.',
  source: 'https://github.com/anthropics/claude-code/issues/13460',
  check({ turns }) {
    return turns.flatMap(({ role, blocks }, at) => {
      if (role !== 'user') return [];
      const calls = (turns[at - 1]?.blocks ?? []).filter(({ type }) => type === 'tool_use');
      const ids = new Set(calls.map(({ value }) => value['id']));
      return inEach(blocks, ({ type, value }) =>
        type === 'tool_result' && !ids.has(value['tool_use_id'])
          ? `no call ${JSON.stringify(value['tool_use_id'])} in the assistant message before it`
          : null,
      );
    });
  },
};
