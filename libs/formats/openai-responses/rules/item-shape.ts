import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { isRole } from '../item';
import type { BodyView } from './body-view';

export const itemShape: Rule<BodyView> = {
  name: 'item-shape',
  fact: 'An item names its type, or is a message of a user, assistant, system or developer, or the id of another; a message has a text or a list as content.',
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check({ items }) {
    return inEach(items, ({ type, value: { role, content } }) => {
      if (type === '') return 'the item has no type and no role';
      if (type !== 'message') return null;
      if (!isRole(role)) return `${JSON.stringify(role)} is no role`;
      return typeof content === 'string' || Array.isArray(content) ? null : 'the message has no content';
    });
  },
};
