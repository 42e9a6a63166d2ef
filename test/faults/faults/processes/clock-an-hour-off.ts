import type { Fault } from '../../contract';
import { preloadWith } from '../../preload/faults';
import type { ServiceName } from '../../../support/supervised-process';
import { duration, lasting } from '../lasting';

const HOUR_MS = 3_600_000;
const services: readonly ServiceName[] = ['projector', 'summarizer', 'context-builder'];

export const clockAnHourOff: Fault = {
  name: 'clock-an-hour-off',
  what: 'The clock of one service is an hour ahead, then an hour behind; then that of the next one.',
  logs: ['kafka', 'embedded'],
  inflict: async (world, strikes, stop) => {
    let turns = 0;
    const strike = async (nth: number): Promise<void> => {
      const service = world.one(services[nth % services.length] ?? 'projector');
      for (const clock of [HOUR_MS, -HOUR_MS]) {
        await service.restart(preloadWith({ clock }));
        turns += 1;
        await lasting(duration(world, nth, 10_000), stop);
      }
      await service.restart();
    };
    await world.load.strike(strikes, strike, stop);
    return { kills: 0, strikes: turns };
  },
};
