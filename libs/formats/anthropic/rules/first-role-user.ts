import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const firstRoleUser: Rule<BodyView> = {
  name: 'first-role-user',
  fact: 'The first message is the user’s.',
  source: 'https://github.com/lobehub/lobehub/issues/1601',
  check({ messages: [first] }) {
    return first === undefined || first.role === 'user'
      ? []
      : [{ index: 0, detail: `the first message has the role ${String(first.role)}` }];
  },
};
