import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';
import { textOfValue } from '../../checking/text-of-value';

const ASSISTANTS: ReadonlySet<string> = new Set([
  'tool_use',
  'server_tool_use',
  'thinking',
  'redacted_thinking',
]);

export const blocksByRole: Rule<BodyView> = {
  name: 'blocks-by-role',
  fact: 'Calls and thinking are in assistant messages, tool results in user messages, and text alone in system messages.',
  source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls',
  check: ({ messages }) =>
    messages.flatMap(({ role, blocks }) =>
      inEach(blocks, ({ type }) =>
        isMisplaced(role, type) ? `a ${type} block in a message of role ${textOfValue(role)}` : null,
      ),
    ),
};

function isMisplaced(role: unknown, type: string): boolean {
  if (role === 'user') return ASSISTANTS.has(type);
  return role === 'assistant' ? type === 'tool_result' : role === 'system' && type !== 'text';
}
