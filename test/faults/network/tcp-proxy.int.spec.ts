import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../support/kafka-rig/wait-until';
import { TcpProxy } from './tcp-proxy';

/** Answers every chunk with itself, and an end with an end. */
let server: Server;
/** What it was sent. */
let received: string;
let ends: number;
let proxy: TcpProxy;
const clients: Socket[] = [];

beforeEach(async () => {
  received = '';
  ends = 0;
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('end', () => (ends += 1));
    socket.on('data', (bytes) => {
      received += String(bytes);
      socket.write(bytes);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  proxy = await TcpProxy.open({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
});

afterEach(async () => {
  clients.splice(0).forEach((client) => client.destroy());
  await proxy.close();
  server.close();
});

interface Client {
  readonly socket: Socket;
  /** What it was answered. */
  readonly heard: () => string;
  /** `end`, or the code of an error. */
  readonly over: Promise<string>;
}

async function connected(): Promise<Client> {
  const socket = connect({ host: '127.0.0.1', port: proxy.port, allowHalfOpen: true });
  clients.push(socket);
  let heard = '';
  socket.on('data', (bytes) => (heard += String(bytes)));
  const over = new Promise<string>((resolve) => {
    socket.on('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? ''));
    socket.on('end', () => resolve('end'));
  });
  await once(socket, 'connect');
  return { socket, heard: () => heard, over };
}

const hears = ({ heard }: Client, text: string): Promise<number> =>
  waitUntil(`the client hears ${text}`, () => Promise.resolve(heard() === text), 10);

it('hands bytes and ends on, both ways', async () => {
  const one = await connected();
  const large = 'x'.repeat(3_000_000);
  one.socket.write(large);
  await hears(one, large);
  one.socket.end();
  expect(await one.over).toBe('end');
  await waitUntil('it is forgotten', () => Promise.resolve(proxy.connections === 0));
  expect(ends).toBe(1);
});

it('cuts with a reset, refuses until it passes again, also where the server has moved', async () => {
  const one = await connected();
  one.socket.write('a');
  await hears(one, 'a');
  await proxy.cut();
  expect(await one.over).toBe('ECONNRESET');
  await expect(connected()).rejects.toMatchObject({ code: 'ECONNREFUSED' });

  const other = createServer((socket) => socket.on('error', () => undefined).end('elsewhere'));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  proxy.retarget({ host: '127.0.0.1', port: (other.address() as AddressInfo).port });
  await proxy.pass();
  await hears(await connected(), 'elsewhere');
  other.close();
});

it('tells a client with a reset that nobody listens', async () => {
  server.close();
  expect(await (await connected()).over).toBe('ECONNRESET');
});

it('freezes: sockets stay, new ones are taken, nothing arrives, and all of it does later', async () => {
  const [before, leaving] = [await connected(), await connected()];
  before.socket.write('a');
  await hears(before, 'a');
  proxy.freeze();
  const during = await connected();
  before.socket.write('b');
  during.socket.write('c');
  leaving.socket.end('d');
  await sleep(200);
  expect([received, ends, before.heard(), during.heard()]).toEqual(['a', 0, 'a', '']);
  await proxy.pass();
  await Promise.all([hears(before, 'ab'), hears(during, 'c'), hears(leaving, 'd')]);
  expect(ends).toBe(1);
});

it('loses what was held where it is cut while frozen', async () => {
  const one = await connected();
  one.socket.write('a');
  await hears(one, 'a');
  proxy.freeze();
  one.socket.write('b');
  await sleep(50);
  await proxy.cut();
  await proxy.pass();
  const two = await connected();
  two.socket.write('c');
  await hears(two, 'c');
  expect(received).toBe('ac');
});

it('slows: the latency comes each way, and the bandwidth is shared', async () => {
  proxy.slow({ latencyMs: 100, bytesPerSecond: 1_000_000 });
  const one = await connected();
  const began = performance.now();
  one.socket.write('x');
  await hears(one, 'x');
  expect(performance.now() - began).toBeGreaterThanOrEqual(200);

  const both = [await connected(), await connected()];
  const text = 'y'.repeat(150_000);
  const sent = performance.now();
  both.forEach(({ socket }) => socket.write(text));
  await Promise.all(both.map((each) => hears(each, text)));
  expect(performance.now() - sent).toBeGreaterThanOrEqual(500);
});

it.each([
  ['request', 'one'],
  ['answer', 'oneCOMMIT'],
] as const)('cuts where a %s is lost, as often as it was told', async (lose, arrived) => {
  const cuts = proxy.cutAt({
    matches: (bytes, opening) => bytes.includes('COMMIT') && String(opening) === 'one',
    lose,
    times: 1,
  });
  const [other, one] = [await connected(), await connected()];
  one.socket.write('one');
  await hears(one, 'one');
  expect(cuts.made).toBe(0);
  one.socket.write('COMMIT');
  expect(await one.over).toBe('ECONNRESET');
  expect([received, one.heard(), cuts.made]).toEqual([arrived, 'one', 1]);

  const again = await connected();
  again.socket.write('one');
  await hears(again, 'one');
  again.socket.write('COMMIT');
  await hears(again, 'oneCOMMIT');
  other.socket.write('COMMIT');
  await hears(other, 'COMMIT');
  expect(cuts.made).toBe(1);
});
