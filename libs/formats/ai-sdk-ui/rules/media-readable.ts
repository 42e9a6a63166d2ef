import type { Rule } from '../../format';
import { isReadable } from '../../ai-sdk/media';
import type { BodyView } from './body-view';

export const mediaReadable: Rule<BodyView> = {
  name: 'media-readable',
  fact: 'A file whose URL is a data URL holds data.',
  source: 'https://unpkg.com/ai@6.0.326/src/prompt/data-content.ts',
  check: ({ messages }) =>
    messages.flatMap(({ parts, index }) =>
      parts.flatMap(({ type, url }) =>
        type !== 'file' || typeof url !== 'string' || isReadable(url)
          ? []
          : [{ index, detail: 'the data URL of a file holds no data' }],
      ),
    ),
};
