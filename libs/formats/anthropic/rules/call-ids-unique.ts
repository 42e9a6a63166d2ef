import { inRepeated } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const callIdsUnique: Rule<BodyView> = {
  name: 'call-ids-unique',
  fact: 'No two tool_use blocks of a request share an id.',
  source: 'https://github.com/anthropics/claude-code/issues/20901',
  check: ({ blocks }) =>
    inRepeated(
      blocks,
      ({ type, value }) => (type === 'tool_use' ? value['id'] : null),
      (id) => `the call id ${id} is used twice`,
    ),
};
