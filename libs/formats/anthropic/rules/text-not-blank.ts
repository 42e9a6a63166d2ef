import { inEach } from '../../checking';
import { isBlank } from '../../encoding';
import type { Rule } from '../../format';
import type { JsonObject } from '../../json-object';
import type { BodyView } from './body-view';

export const textNotBlank: Rule<BodyView> = {
  name: 'text-not-blank',
  fact: 'A text block, in a result too, holds more than white space.',
  source: 'https://github.com/home-assistant/core/issues/175637',
  check({ system, messages, body }) {
    // An empty string as content is an empty message, which another rule is about.
    const blocks = messages.flatMap((message) => (message.content === '' ? [] : message.blocks));
    const isShorthand = typeof (body as JsonObject | null)?.['system'] === 'string';
    return inEach([...(isShorthand ? [] : system), ...blocks], ({ value, inner }) =>
      [value, ...inner].some(isBlankText) ? 'a text block is blank' : null,
    );
  },
};

function isBlankText({ type, text }: JsonObject): boolean {
  return type === 'text' && typeof text === 'string' && isBlank(text);
}
