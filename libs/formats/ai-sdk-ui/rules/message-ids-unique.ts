import { inRepeated } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const messageIdsUnique: Rule<BodyView> = {
  name: 'message-ids-unique',
  fact: 'The id of a message is unique.',
  source: 'https://unpkg.com/ai@6.0.326/src/ui/ui-messages.ts',
  check: ({ messages }) =>
    inRepeated(
      messages,
      ({ id }) => id,
      (id) => `an earlier message has the id ${JSON.stringify(id)}`,
    ),
};
