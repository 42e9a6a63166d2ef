import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { TOOL_NAME_LENGTH } from '../limits';
import type { BodyView } from './body-view';

export const toolName: Rule<BodyView> = {
  name: 'tool-name',
  fact: 'The name of a called tool consists of 1 to 64 letters, digits, underscores and hyphens.',
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check: ({ messages }) =>
    inEach(messages, ({ calls }) => {
      const wrong = calls.map(({ tool }) => tool['name']).find((name) => !isToolName(name));
      return wrong === undefined ? null : `${JSON.stringify(wrong)} is not the name of a tool`;
    }),
};

function isToolName(name: unknown): boolean {
  return typeof name !== 'string' || (/^[a-zA-Z0-9_-]+$/.test(name) && name.length <= TOOL_NAME_LENGTH);
}
