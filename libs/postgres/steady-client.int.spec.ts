import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Database } from './database';
import { endsConnection } from './errors';

/** A message of Postgres's protocol. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const authenticated = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const terminated = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);

it('a connection that is ended in the moment when it is ready fails its statements, not the process', async () => {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, terminated])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const opened = Database.open({
      url: `postgresql://anybody@127.0.0.1:${port}/any`,
      applicationName: 'spec',
    });
    expect(await opened.then(() => 'opened', endsConnection)).toBe(true);
  } finally {
    server.close();
  }
});
