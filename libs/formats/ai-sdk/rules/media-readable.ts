import type { Rule } from '../../format';
import { unreadable } from '../fit';
import { blockSchema } from '../schema';
import type { BodyView } from './body-view';

export const mediaReadable: Rule<BodyView> = {
  name: 'media-readable',
  fact: 'Images are URLs or base64, data URLs hold data, and images and files in the output of a tool have URLs that parse.',
  source: 'https://unpkg.com/ai@6.0.326/src/prompt/convert-to-language-model-prompt.ts',
  check: ({ messages }) =>
    messages.flatMap(({ blocks, index }) =>
      blocks.flatMap((value) => {
        const block = blockSchema.safeParse(value);
        const detail = block.success ? unreadable(block.data) : null;
        return detail === null ? [] : [{ index, detail }];
      }),
    ),
};
