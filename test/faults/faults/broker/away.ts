import type { Fault } from '../../contract';
import type { ProxiedKafka } from '../../network/proxied-kafka';
import { duration, lasting } from '../lasting';

/** Longer than a session of a consumer. */
const LONG_MS = 15_000;

type Way = 'killed' | 'stopped' | 'paused';

const said: Record<Way, string> = {
  killed: 'is killed, stays away for a while and comes back',
  stopped: 'is stopped in order, stays away for a while and comes back',
  paused: 'stands still (SIGSTOP) for a while and goes on',
};

/** Each way, with one broker of one and with one of three. */
export const brokersAway: readonly Fault[] = (['killed', 'stopped', 'paused'] as const).flatMap((way) =>
  ([1, 3] as const).map((brokers) => brokerAway(way, brokers)),
);

function brokerAway(way: Way, brokers: 1 | 3): Fault {
  return {
    name: `broker-${way}${brokers === 1 ? '' : '-of-three'}`,
    what: `${brokers === 1 ? 'The only broker' : 'One of three brokers'} ${said[way]}.`,
    logs: ['kafka'],
    world: { brokers },
    inflict: async (world, strikes, stop) => {
      const { kafka } = world;
      if (kafka === null) return { kills: 0, strikes: 0 };
      const strike = (nth: number): Promise<void> =>
        takeAway(kafka, nth % brokers, way, () => lasting(duration(world, nth, LONG_MS), stop));
      const done = await world.load.strike(strikes, strike, stop);
      return way === 'killed' ? { kills: done, strikes: 0 } : { kills: 0, strikes: done };
    },
  };
}

async function takeAway(
  { kafka }: ProxiedKafka,
  index: number,
  way: Way,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const pid = kafka.pids[index];
  if (pid === undefined) throw new Error(`broker ${index} has no process`);
  switch (way) {
    case 'killed':
    case 'stopped':
      await kafka.kill(index, way === 'killed' ? 'SIGKILL' : 'SIGTERM');
      await meanwhile();
      return kafka.start(index);
    case 'paused':
      process.kill(pid, 'SIGSTOP');
      await meanwhile();
      process.kill(pid, 'SIGCONT');
  }
}
