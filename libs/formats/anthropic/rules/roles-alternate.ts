import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const rolesAlternate: Rule<BodyView> = {
  name: 'roles-alternate',
  fact:
    'Messages of user and assistant take turns. Anthropic’s own service joins those of one role that follow each other; ' +
    'it did not always, and other services of the same API refuse them.',
  source:
    'https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/resources/messages/messages.ts',
  check({ messages }) {
    const said = messages.filter(({ role }) => role !== 'system');
    return said.flatMap(({ index, role }, at) =>
      at > 0 && said[at - 1]?.role === role
        ? [{ index, detail: `it follows another message of ${String(role)}` }]
        : [],
    );
  },
};
