import { inBody } from '../../checking';
import type { Rule } from '../../format';
import { MAX_MARKS, marksOf } from '../cache-marks';
import type { BodyView } from './body-view';

export const cacheControlCount: Rule<BodyView> = {
  name: 'cache-control-count',
  fact: `A request has at most ${MAX_MARKS} blocks with cache_control, its tools included.`,
  source: 'https://platform.claude.com/docs/en/build-with-claude/prompt-caching',
  check({ blocks }) {
    const count = blocks.flatMap(({ value }) => marksOf(value)).length;
    return count > MAX_MARKS ? inBody(`${count} blocks have cache_control`) : [];
  },
};
