import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { callIdOf, CALLS, isOutput } from '../item';
import { CALL_ID } from '../limits';
import type { BodyView } from './body-view';

export const callIdLength: Rule<BodyView> = {
  name: 'call-id-length',
  fact: 'The call id of a call or an output has 1 to 64 characters.',
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check({ items }) {
    return inEach(items, ({ type, value }) => {
      if (!CALLS.has(type) && !isOutput(value)) return null;
      const id = callIdOf(value);
      if (typeof id !== 'string' || id === '') return 'the call id is missing or empty';
      return id.length > CALL_ID.maxLength
        ? `the call id has more than ${CALL_ID.maxLength} characters`
        : null;
    });
  },
};
