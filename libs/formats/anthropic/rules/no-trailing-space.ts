import { isBlank } from '../../encoding';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const noTrailingSpace: Rule<BodyView> = {
  name: 'no-trailing-space',
  fact: 'An assistant message that ends the list does not end with white space.',
  source: 'https://github.com/tailcallhq/forgecode/issues/1872',
  check({ messages }) {
    const last = messages.at(-1);
    const text = last?.blocks.at(-1)?.value['text'];
    const ends = typeof text === 'string' && !isBlank(text) && text !== text.trimEnd();
    return last?.role === 'assistant' && ends
      ? [{ index: last.index, detail: 'it ends with white space' }]
      : [];
  },
};
