import { inEach } from '../../checking';
import type { Rule } from '../../format';
import { marksOf } from '../cache-marks';
import type { BodyView } from './body-view';

export const cacheControlOrder: Rule<BodyView> = {
  name: 'cache-control-order',
  fact: 'A cache breakpoint of an hour does not come after one of five minutes.',
  source: 'https://github.com/headroomlabs-ai/headroom/issues/2939',
  check({ blocks }) {
    let hasShort = false;
    return inEach(blocks, ({ value }) => {
      const late = marksOf(value).filter(({ isHour }) => {
        if (!isHour) hasShort = true;
        return isHour && hasShort;
      });
      return late.length === 0 ? null : 'a breakpoint of 1h comes after one of 5m';
    });
  },
};
