import { notListed } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const messagesListed: Rule<BodyView> = {
  name: 'messages-listed',
  fact: 'The messages are a list that holds at least one message.',
  source: 'https://unpkg.com/ai@6.0.326/src/ui/validate-ui-messages.ts',
  check: ({ list }) => notListed(list, 'messages'),
};
