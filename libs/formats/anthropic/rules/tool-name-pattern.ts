import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { TOOL_NAME } from '../limits';
import type { BodyView } from './body-view';

export const toolNamePattern: Rule<BodyView> = {
  name: 'tool-name-pattern',
  fact: `A tool's name matches ${TOOL_NAME.source}.`,
  source: 'https://github.com/anthropics/claude-code/issues/5835',
  check: ({ blocks }) =>
    inEach(blocks, ({ type, value: { name } }) =>
      type !== 'tool_use' || typeof name !== 'string' || TOOL_NAME.test(name)
        ? null
        : `the tool name ${JSON.stringify(name)} is refused`,
    ),
};
