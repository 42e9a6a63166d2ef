import request from 'supertest';
import { Database } from '@verbatim/postgres';
import { CONVERSATION_EVENTS, PostgresEventLog } from '@verbatim/event-log';
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

  it('answers 503 and says when to ask again while its database is out of reach', async () => {
    const broken = await startServices({ only: ['context-builder'] });
    const other = new URL(broken.databaseUrl);
    const name = other.pathname.slice(1);
    await database.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await database.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    const api = request(broken.url);
    const read = await api.get('/v1/conversations');
    const append = await api
      .post('/v1/conversations/c/messages')
      .send({ messages: [{ role: 'user', content: '' }] });
    for (const { status, headers, body } of [read, append]) {
      expect([status, headers['retry-after']]).toEqual([503, '1']);
      expect(['store-unavailable', 'log-unavailable']).toContain(body.code);
    }
    await broken.stop();
  });
});
