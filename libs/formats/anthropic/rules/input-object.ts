import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { isObject } from '../../json-object';
import type { BodyView } from './body-view';

export const inputObject: Rule<BodyView> = {
  name: 'input-object',
  fact: 'The input of a tool_use is a JSON object, not its text.',
  source: 'https://github.com/anthropics/claude-code/issues/6749',
  check: ({ blocks }) =>
    inEach(blocks, ({ type, value }) =>
      type === 'tool_use' && !isObject(value['input']) ? 'the input of a call is no object' : null,
    ),
};
