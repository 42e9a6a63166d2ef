import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { isObject } from '../../json-object';
import { mediaProblem } from '../content-elements';
import { type BodyView, elementsOf } from './body-view';

export const mediaSource: Rule<BodyView> = {
  name: 'media-source',
  fact: 'An image has a web address, a data URL of PNG, JPEG, GIF or WebP, or a file id; a file has an id, a web address or data; sound is wav or mp3; a screenshot is an image.',
  source: 'https://platform.openai.com/docs/guides/vision',
  check({ items }) {
    return items.flatMap((item) => {
      if (item.type !== 'computer_call_output') {
        return elementsOf(item).flatMap((element) => inEach([item], () => mediaProblem(element)));
      }
      const { output } = item.value;
      const shot = isObject(output) ? output : {};
      return inEach([item], () => mediaProblem({ ...shot, type: 'input_image' }));
    });
  },
};
