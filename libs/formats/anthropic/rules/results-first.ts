import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const resultsFirst: Rule<BodyView> = {
  name: 'results-first',
  fact: 'In a user message the tool_result blocks come before everything else.',
  source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls',
  check({ turns }) {
    return turns.flatMap(({ role, blocks }) => {
      const firstOther = blocks.findIndex(({ type }) => type !== 'tool_result');
      if (role !== 'user' || firstOther === -1) return [];
      return inEach(blocks.slice(firstOther), ({ type }) =>
        type === 'tool_result' ? 'a result comes after other content' : null,
      );
    });
  },
};
