import { inEach } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

/** Another message may use the id again, once the first call is answered. */
export const callIdsUnique: Rule<BodyView> = {
  name: 'call-ids-unique',
  fact: 'No two calls of a message have the same id.',
  source: 'https://github.com/openclaw/openclaw/pull/47136',
  check: ({ messages }) =>
    inEach(messages, ({ calls }) =>
      new Set(calls.map(({ id }) => id)).size === calls.length ? null : 'two of its calls have the same id',
    ),
};
