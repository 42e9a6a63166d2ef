import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { type BodyView, elementsOf } from './body-view';

const LIMITS: Readonly<Record<string, number>> = {
  text: 10_485_760,
  output: 10_485_760,
  image_url: 20_971_520,
  file_data: 73_400_320,
};

export const textLength: Rule<BodyView> = {
  name: 'text-length',
  fact: "A text or an output has at most 10,485,760 characters, an image's URL 20,971,520, the data of a file 73,400,320.",
  source: 'https://github.com/openai/openai-openapi/blob/main/openapi.yaml',
  check({ items }) {
    return items.flatMap((item) =>
      [item.value, ...elementsOf(item)].flatMap((holder) =>
        Object.entries(LIMITS).flatMap(([name, limit]) => {
          const text = holder[name];
          const isLong = typeof text === 'string' && text.length > limit;
          return isLong ? inEach([item], () => `${name} has more than ${limit} characters`) : [];
        }),
      ),
    );
  },
};
