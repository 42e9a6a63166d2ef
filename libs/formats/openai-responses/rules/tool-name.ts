import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { TOOL_NAME } from '../limits';
import type { BodyView } from './body-view';

export const toolName: Rule<BodyView> = {
  name: 'tool-name',
  fact: 'The name of a tool has 1 to 128 letters, digits, underscores and hyphens.',
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check({ items }) {
    return inEach(items, ({ type, value: { name } }) => {
      if (type !== 'function_call' && type !== 'custom_tool_call') return null;
      return typeof name === 'string' && TOOL_NAME.test(name)
        ? null
        : `${JSON.stringify(name)} is no tool's name`;
    });
  },
};
