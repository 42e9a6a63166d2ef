import type { Fault } from '../../contract';
import type { TcpProxy } from '../../network/tcp-proxy';
import type { World } from '../../world/world';
import { duration, lasting } from '../lasting';

/** Longer than any service waits for an answer. */
const LONG_MS = 45_000;

export const postgresHalfOpen = halfOpen('postgres', ['kafka', 'embedded'], ({ postgres }) => [
  postgres.proxy,
]);

export const kafkaHalfOpen = halfOpen('kafka', ['kafka'], ({ kafka }) => kafka?.proxies ?? []);

/** What was sent meanwhile arrives late, or, every second time, never. */
function halfOpen(
  server: string,
  logs: Fault['logs'],
  proxiesOf: (world: World) => readonly TcpProxy[],
): Fault {
  return {
    name: `${server}-half-open`,
    what: `The way to ${server} takes connections and bytes, and nothing comes out at either end, not even that it is over.`,
    logs,
    inflict: async (world, strikes, stop) => {
      const proxies = proxiesOf(world);
      const strike = async (nth: number): Promise<void> => {
        for (const proxy of proxies) proxy.freeze();
        await lasting(duration(world, nth, LONG_MS), stop);
        if (nth % 2 === 1) await Promise.all(proxies.map((proxy) => proxy.cut()));
        await Promise.all(proxies.map((proxy) => proxy.pass()));
      };
      return { kills: 0, strikes: await world.load.strike(strikes, strike, stop) };
    },
  };
}
