import type { Fault } from '../../contract';
import type { TcpProxy } from '../../network/tcp-proxy';
import type { World } from '../../world/world';
import { duration, lasting } from '../lasting';

const LONG_MS = 20_000;

export const postgresSlow = slow('postgres', ['kafka', 'embedded'], ({ postgres }) => [postgres.proxy]);

export const kafkaSlow = slow('kafka', ['kafka'], ({ kafka }) => kafka?.proxies ?? []);

/** Now more of the one, now more of the other. */
function slow(server: string, logs: Fault['logs'], proxiesOf: (world: World) => readonly TcpProxy[]): Fault {
  return {
    name: `${server}-slow`,
    what: `Every packet to and from ${server} takes up to a fifth of a second longer, over a wire of 100 kB to 2 MB a second.`,
    logs,
    inflict: async (world, strikes, stop) => {
      const proxies = proxiesOf(world);
      const strike = async (nth: number): Promise<void> => {
        const latencyMs = world.random.int(10, 200);
        const bytesPerSecond = world.random.int(100_000, 2_000_000);
        for (const proxy of proxies) proxy.slow({ latencyMs, bytesPerSecond });
        await lasting(duration(world, nth, LONG_MS), stop);
        await Promise.all(proxies.map((proxy) => proxy.pass()));
      };
      return { kills: 0, strikes: await world.load.strike(strikes, strike, stop) };
    },
  };
}
