import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { type BodyView, SOURCE } from './body-view';

export const contentNotEmpty: Rule<BodyView> = {
  name: 'content-not-empty',
  fact: 'Content is a text, a list or an object; blank texts and raw messages without content never reach the model.',
  source: `${SOURCE}/helpers/history.py`,
  check: ({ messages }) =>
    inEach(messages, ({ content }) => {
      if (typeof content === 'string') return content.trim() === '' ? 'the content is blank' : null;
      if (content === null || typeof content !== 'object') return 'the content is no text, list or object';
      if (!('raw_content' in content)) return null;
      const raw = content.raw_content;
      return Array.isArray(raw) && raw.length === 0 ? 'the content is blank' : null;
    }),
};
