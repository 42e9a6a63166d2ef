import { inBody, notObjects } from '../../checking';
import type { Rule } from '../../format';
import { isObject } from '../../json-object';
import type { BodyView } from './body-view';

export const bodyShape: Rule<BodyView> = {
  name: 'body-shape',
  fact: 'A body has as input a text or a list of objects, and as instructions a text, null or nothing.',
  source: 'https://platform.openai.com/docs/api-reference/responses/create',
  check({ body }) {
    if (!isObject(body)) return inBody('the body is no object');
    const { input, instructions } = body;
    const isPrompt = typeof instructions === 'string' || instructions === undefined || instructions === null;
    const isInput = typeof input === 'string' || Array.isArray(input);
    return [
      ...(isPrompt ? [] : inBody('the instructions are no text')),
      ...(isInput ? notObjects(input, 'an item') : inBody('the input is no text and no list')),
    ];
  },
};
