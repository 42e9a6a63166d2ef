import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { shapeProblem } from '../content-elements';
import { type BodyView, elementsOf } from './body-view';

export const contentComplete: Rule<BodyView> = {
  name: 'content-complete',
  fact: 'Content of the type text has a text, a refusal says what it refuses.',
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check({ items }) {
    return items.flatMap((item) =>
      elementsOf(item).flatMap((element) => inEach([item], () => shapeProblem(element))),
    );
  },
};
