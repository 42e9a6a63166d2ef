import type { Fault } from '../../contract';
import type { World } from '../../world/world';
import { lasting } from '../lasting';

/** Of each strike. */
const ROUNDS = 4;
const PAUSE_MS = 250;

export const connectionsTerminated: Fault = {
  name: 'connections-terminated',
  what: 'Every session of the services is ended by `pg_terminate_backend`, again and again.',
  logs: ['kafka', 'embedded'],
  inflict: async (world, strikes, stop) => {
    let ended = 0;
    const strike = async (): Promise<void> => {
      for (let round = 0; round < ROUNDS && !stop.aborted; round += 1) {
        ended += await terminate(world);
        await lasting(PAUSE_MS, stop);
      }
    };
    await world.load.strike(strikes, strike, stop);
    return { kills: 0, strikes: ended, detail: `${ended} sessions ended` };
  },
};

/** The rig's own sessions stay. */
async function terminate(world: World): Promise<number> {
  const ended = await world.database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'verbatim%'`,
  );
  return ended.length;
}
