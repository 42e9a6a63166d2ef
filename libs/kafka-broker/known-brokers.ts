import { once } from 'node:events';
import { connect } from 'node:net';

const patienceMilliseconds = 2000;

/**
 * Asks the broker on this port of 127.0.0.1 which brokers of its cluster are up: their ids, itself among them once it
 * takes requests from clients. None where nobody answers.
 */
export async function knownBrokers(port: number): Promise<readonly number[]> {
  const socket = connect({ port, host: '127.0.0.1', timeout: patienceMilliseconds });
  socket.once('timeout', () => socket.destroy());
  try {
    await once(socket, 'connect');
    socket.write(metadataRequest);
    let answer = Buffer.alloc(0);
    for await (const chunk of socket) {
      answer = Buffer.concat([answer, chunk as Buffer]);
      if (answer.length >= 4 && answer.length >= 4 + answer.readInt32BE(0)) return brokersOf(answer);
    }
    return [];
  } catch {
    return [];
  } finally {
    socket.destroy();
  }
}

/** Kafka's protocol: a Metadata request, version 4, about no topic. */
const metadataRequest = Buffer.concat([
  Buffer.from([0, 0, 0, 15]), // bytes that follow
  Buffer.from([0, 3, 0, 4]), // Metadata, version
  Buffer.from([0, 0, 0, 1]), // correlation id
  Buffer.from([0xff, 0xff]), // no client id
  Buffer.from([0, 0, 0, 0]), // no topics
  Buffer.from([0]), // create none
]);

/** Length, correlation id, throttle time, then the brokers: id, host, port, rack. */
function brokersOf(answer: Buffer): number[] {
  const ids: number[] = [];
  let at = 16;
  for (let left = answer.readInt32BE(12); left > 0; left -= 1) {
    ids.push(answer.readInt32BE(at));
    at += 6 + answer.readInt16BE(at + 4) + 4;
    at += 2 + Math.max(0, answer.readInt16BE(at));
  }
  return ids;
}
