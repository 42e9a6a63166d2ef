import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { roles } from '@verbatim/conversation';
import { API_REFERENCE, type BodyView } from './body-view';

const known: readonly unknown[] = roles;

export const roleKnown: Rule<BodyView> = {
  name: 'role-known',
  fact: 'A message is by system, developer, user, assistant or tool.',
  source: API_REFERENCE,
  check: ({ messages }) =>
    inEach(messages, ({ role }) => (known.includes(role) ? null : `${JSON.stringify(role)} is not a role`)),
};
