import type { Fault } from '../../contract';

/** As configured; the process itself ends with 1 when it is over. */
const DEADLINE_SECONDS = 10;
const MARGIN_SECONDS = 5;

export const sigtermUnderLoad: Fault = {
  name: 'sigterm-under-load',
  what: 'Each service in turn is asked to end (SIGTERM) while it works: it drains, ends with 0 in time, and is started again.',
  logs: ['kafka', 'embedded'],
  inflict: async (world, strikes, stop) => {
    let drained = 0;
    let longest = 0;
    const strike = async (): Promise<void> => {
      for (const service of world.services) {
        const began = performance.now();
        const code = await service.down();
        const seconds = (performance.now() - began) / 1000;
        await service.up();
        drained += 1;
        longest = Math.max(longest, seconds);
        if (code !== 0) world.truth.unexpected.push(`the ${service.name} ended with ${code} after SIGTERM`);
        if (seconds > DEADLINE_SECONDS + MARGIN_SECONDS)
          world.truth.unexpected.push(`the ${service.name} took ${seconds.toFixed(1)} s to drain`);
      }
    };
    await world.load.strike(strikes, strike, stop);
    return { kills: 0, strikes: drained, detail: `drained within ${longest.toFixed(1)} s` };
  },
};
