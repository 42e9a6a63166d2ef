import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import request from 'supertest';
import { HealthRegistry, Metrics } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { CONVERSATION_EVENTS, PostgresEventLog } from '@verbatim/event-log';
import { WayToPostgres } from '../../libs/postgres/testing/way-to-postgres';
import { startContextBuilder } from './start-context-builder';
import { startServices, type RunningServices } from '../../test/support/services';

describe('the context-builder without a projector', () => {
  let services: RunningServices;
  let database: Database;

  beforeAll(async () => {
    services = await startServices({ only: ['context-builder'] });
    database = await Database.open({ url: services.databaseUrl, applicationName: 'spec', poolSize: 2 });
  }, 60_000);

  afterAll(async () => {
    await database.close();
    await services.stop();
  });

  it('puts a batch into one partition of the log, in its order, and names the place', async () => {
    const messages = [1, 2, 3].map((n) => ({ role: 'user', content: `${n}` }));
    const path = '/v1/conversations/a%2Fb/messages';
    const { body } = await request(services.url)
      .post(path)
      .send({ messages, ids: ['a', 'b', 'c'] });
    expect(body.events).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    const [, partition, first] = /\/(\d+)\/(\d+)-/.exec(body.cursor) ?? [];
    const position = { topic: CONVERSATION_EVENTS, partition: Number(partition), offset: Number(first) };
    const records = await new PostgresEventLog(database).read(position, 10);
    expect(records.map(({ key }) => key?.toString())).toEqual(Array(3).fill('default/a%2Fb'));
    expect(records.map(({ value }) => JSON.parse(String(value)).data)).toEqual(messages);
  });

  it('takes no more connections from the moment it stops, though its database answers no good-bye', async () => {
    const way = await WayToPostgres.open(services.databaseUrl);
    const shared = { ...services.context, metrics: new Metrics(), health: new HealthRegistry() };
    const context = { ...shared, databaseUrl: way.url };
    const frozen = await startContextBuilder(context, { host: '127.0.0.1', port: 0 });
    way.freeze();
    const stopping = frozen.stop();
    await expect(fetch(`${frozen.url}/healthz`)).rejects.toThrow('fetch failed');
    await way.close();
    await stopping;
  });

  it('answers 503 and says when to ask again while its database is out of reach', async () => {
    const way = await wayTo(services.databaseUrl);
    const shared = { ...services.context, metrics: new Metrics(), health: new HealthRegistry() };
    const context = { ...shared, databaseUrl: way.url };
    const broken = await startContextBuilder(context, { host: '127.0.0.1', port: 0 });
    try {
      const api = request(broken.url);
      expect((await api.get('/v1/conversations')).status).toBe(200);
      await way.close();
      const messages = [{ role: 'user', content: '' }];
      const read = await api.get('/v1/conversations');
      const append = await api.post('/v1/conversations/c/messages').send({ messages });
      for (const { status, headers, body } of [read, append]) {
        expect([status, headers['retry-after'], body.code]).toEqual([503, '1', 'store-unavailable']);
      }
    } finally {
      await way.close();
      await broken.stop();
    }
  });
});

/** A port that leads to a database until it is closed. */
async function wayTo(databaseUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const target = new URL(databaseUrl);
  const port = Number(target.port);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(port, target.hostname);
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => each.destroy());
    }
    socket.pipe(onward).pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  target.port = String(address.port);
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server.close(), 'close');
  };
  return { url: target.href, close };
}
