import { inBody } from '../../checking';
import type { Rule } from '../../format';
import { fieldsOf } from '../../json-object';
import type { BodyView } from './body-view';

export const inputNotEmpty: Rule<BodyView> = {
  name: 'input-not-empty',
  fact: 'A request without an earlier response, a conversation or a stored prompt says something in its input: an empty text or list counts as none.',
  source: 'https://platform.openai.com/docs/api-reference/responses/create',
  check({ body }) {
    const { input } = fieldsOf(body);
    const isEmpty = input === '' || (Array.isArray(input) && input.length === 0);
    return isEmpty ? inBody('the input is empty') : [];
  },
};
