import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { KafkaBrokerError } from './errors';

/**
 * Below the ports that systems hand out by themselves: a broker that is started again must find its own still free,
 * and a client that keeps calling it meanwhile must not be given that very port to call from.
 */
const range = { from: 20_000, to: 32_000 };

/** The first of `count` consecutive ports that are free on 127.0.0.1. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(range.from, range.to - count);
    if ((await takenAmong(first, count)) === undefined) return first;
  }
}

/** @throws KafkaBrokerError `port-taken` naming the first of these consecutive ports that is */
export async function assertFree(first: number, count: number): Promise<void> {
  const taken = await takenAmong(first, count);
  if (taken === undefined) return;
  const all = `${first} to ${first + count - 1}`;
  throw new KafkaBrokerError(
    'port-taken',
    `port ${taken} on 127.0.0.1 is taken, and Kafka would need ${all}: stop what listens there, or choose another with --port`,
  );
}

async function takenAmong(first: number, count: number): Promise<number | undefined> {
  for (let port = first; port < first + count; port += 1) {
    if (!(await isFree(port))) return port;
  }
  return undefined;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
