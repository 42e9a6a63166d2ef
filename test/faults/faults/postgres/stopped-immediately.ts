import type { Fault } from '../../contract';
import { duration, lasting } from '../lasting';

export const stoppedImmediately: Fault = {
  name: 'postgres-stopped-immediately',
  what: 'Postgres is stopped as `pg_ctl stop -m immediate` does, stays away for a while and recovers from its log.',
  logs: ['kafka', 'embedded'],
  inflict: async (world, strikes, stop) => {
    const kills = await world.load.strike(
      strikes,
      async (nth) => {
        await world.postgres.kill();
        await lasting(duration(world, nth, 20_000), stop);
        await world.postgres.start();
      },
      stop,
    );
    return { kills, strikes: 0 };
  },
};
