import { setMaxListeners } from 'node:events';
import { Database } from '@verbatim/postgres';
import type { Fault } from '../../contract';
import type { World } from '../../world/world';
import { lasting } from '../lasting';

const HELD_MS = 4_000;
const AGAIN_MS = 100;
const AT_MOST_MS = 60_000;
/** More than a server has room for. */
const MANY = 200;

export const poolExhausted: Fault = {
  name: 'pool-exhausted',
  what: 'Foreign sessions take every connection that Postgres has, also those of the services, for a while.',
  logs: ['kafka', 'embedded'],
  inflict: async (world, strikes, stop) => {
    let taken = 0;
    const strike = async (): Promise<void> => {
      taken = Math.max(taken, await takeAll(world, stop));
    };
    const done = await world.load.strike(strikes, strike, stop);
    return { kills: 0, strikes: done, detail: `up to ${taken} foreign sessions` };
  },
};

/** Answers how many connections foreign sessions have got. */
async function takeAll(world: World, stop: AbortSignal): Promise<number> {
  const url = world.postgres.directUrl;
  const foreign = await Database.open({ url, applicationName: 'foreign', poolSize: MANY });
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  let taken = 0;
  const take = (): Promise<void> =>
    foreign.session(async (session) => {
      await session.query('SELECT');
      taken += 1;
      await lasting(AT_MOST_MS, over.signal);
    });
  /** Whoever had no luck takes the next one that becomes free. */
  const takeOne = async (): Promise<void> => {
    while (!over.signal.aborted) await take().catch(() => lasting(AGAIN_MS, over.signal));
  };
  try {
    // Afterwards not even the rig gets one.
    await foreign.session(async (own) => {
      const taking = Array.from({ length: MANY - 1 }, takeOne);
      await lasting(HELD_MS / 4, stop);
      await own.query(endServices, [new URL(world.databaseUrl).pathname.slice(1)]);
      await lasting(HELD_MS, stop);
      over.abort();
      await Promise.all(taking);
    });
  } finally {
    over.abort();
    await foreign.close();
  }
  return taken;
}

const endServices = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = $1 AND application_name LIKE 'verbatim%'`;
