import { inBody } from '../../checking';
import type { Rule } from '../../format';
import type { BodyView } from './body-view';

const MAX_IMAGES = 600;

export const imageCount: Rule<BodyView> = {
  name: 'image-count',
  fact: `A request has at most ${MAX_IMAGES} images (fewer for models with a short context, which a body does not tell).`,
  source: 'https://platform.claude.com/docs/en/build-with-claude/vision',
  check({ blocks }) {
    const images = blocks
      .flatMap(({ value, inner }) => [value, ...inner])
      .filter(({ type }) => type === 'image');
    return images.length > MAX_IMAGES ? inBody(`${images.length} images`) : [];
  },
};
