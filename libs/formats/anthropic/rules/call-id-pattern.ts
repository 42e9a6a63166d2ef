import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { CALL_ID, SERVER_CALL_ID } from '../limits';
import type { BlockView, BodyView } from './body-view';

export const callIdPattern: Rule<BodyView> = {
  name: 'call-id-pattern',
  fact: `The id of a tool_use matches ${CALL_ID.pattern.source}, that of a server_tool_use ${SERVER_CALL_ID.source}.`,
  source: 'https://github.com/maximhq/bifrost/issues/5097',
  check: ({ blocks }) =>
    inEach(blocks, (block) => {
      const id = idOf(block);
      const pattern = block.type === 'server_tool_use' ? SERVER_CALL_ID : CALL_ID.pattern;
      return typeof id !== 'string' || pattern.test(id) ? null : `the id ${JSON.stringify(id)} is refused`;
    }),
};

function idOf({ type, value }: BlockView): unknown {
  if (type === 'tool_result') return value['tool_use_id'];
  return type === 'tool_use' || type === 'server_tool_use' ? value['id'] : undefined;
}
