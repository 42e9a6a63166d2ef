import { notListed, notObjects } from '../../checking';
import type { Rule } from '../../format';
import { API_REFERENCE, type BodyView } from './body-view';

export const bodyShape: Rule<BodyView> = {
  name: 'body-shape',
  fact: 'A request has a list of messages, each an object, and at least one of them.',
  source: API_REFERENCE,
  check: ({ list }) => [...notListed(list, 'messages'), ...notObjects(list, 'a message')],
};
