import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { isObject } from '../../json-object';
import type { BodyView } from './body-view';

export const reasoningSummary: Rule<BodyView> = {
  name: 'reasoning-summary',
  fact: 'Reasoning has a summary: a list of texts, which may be empty.',
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check({ items }) {
    return inEach(items, ({ type, value: { summary } }) => {
      if (type !== 'reasoning') return null;
      const isList =
        Array.isArray(summary) && summary.every((each) => isObject(each) && typeof each['text'] === 'string');
      return isList ? null : 'the reasoning has no summary';
    });
  },
};
