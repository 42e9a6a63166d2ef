import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const callsAnswered: Rule<BodyView> = {
  name: 'calls-answered',
  fact: 'Every tool_use has its tool_result in the user message directly after it.',
  source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls',
  check({ turns }) {
    return turns.flatMap(({ role, index, blocks }, at) => {
      if (role !== 'assistant') return [];
      const answers = (turns[at + 1]?.blocks ?? []).filter(({ type }) => type === 'tool_result');
      const answered = new Set(answers.map(({ value }) => value['tool_use_id']));
      const open = blocks.filter(({ type, value }) => type === 'tool_use' && !answered.has(value['id']));
      const ids = open.map(({ value }) => String(value['id']));
      return ids.length === 0 ? [] : [{ index, detail: `no result directly after it for ${ids.join(', ')}` }];
    });
  },
};
