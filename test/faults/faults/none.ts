import type { Fault } from '../contract';

/** Nothing is hurt: what does not hold here does not hold at all. */
export const none: Fault = {
  name: 'none',
  what: 'The load alone.',
  logs: ['kafka', 'embedded'],
  inflict: async (world, _, stop) => {
    await world.load.until(1, stop);
    return { kills: 0, strikes: 0 };
  },
};
