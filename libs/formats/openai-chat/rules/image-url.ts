import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { isImageUrl } from '../../media';
import { type BodyView, inElements } from './body-view';

export const imageUrl: Rule<BodyView> = {
  name: 'image-url',
  fact: 'An image is given by a web address or by its bytes as a base64 data URL with an image media type.',
  source: 'https://platform.openai.com/docs/guides/vision',
  check: ({ messages }) =>
    inEach(messages, (message) =>
      inElements(message, 'image_url', ({ url }) =>
        typeof url === 'string' && isImageUrl(url) ? null : 'an image without a web address or data URL',
      ),
    ),
};
