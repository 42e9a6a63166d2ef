import type { Rule } from '../../format';
import type { BodyView } from './body-view';

export const contentNotEmpty: Rule<BodyView> = {
  name: 'content-not-empty',
  fact: 'Every message has content; only an assistant message that ends the list may be empty.',
  source: 'https://github.com/anthropics/claude-code/issues/3196',
  check({ messages }) {
    return messages.flatMap(({ index, role, content }) => {
      const isEmpty = content === '' || (Array.isArray(content) && content.length === 0);
      const mayBe = role === 'assistant' && index === messages.length - 1;
      return isEmpty && !mayBe ? [{ index, detail: 'it is empty' }] : [];
    });
  },
};
