import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { sideOf, typeProblem } from '../content-elements';
import { roleOf } from '../item';
import { type BodyView, elementsOf } from './body-view';

export const contentTypes: Rule<BodyView> = {
  name: 'content-types',
  fact: "An assistant's message holds output_text and refusal, every other one input_text, input_image, input_file and input_audio; an output holds text, images and files.",
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check({ items }) {
    return items.flatMap((item) => {
      const side = sideOf(roleOf(item.value));
      return elementsOf(item).flatMap((element) => inEach([item], () => typeProblem(element, side)));
    });
  },
};
