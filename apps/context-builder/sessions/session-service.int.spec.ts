import { windowOnly, type SessionsPolicy } from '@verbatim/conversation';
import { migrations, PostgresSessionStore } from '@verbatim/conversation-store';
import { createLogger, Metrics } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { testDatabase, type TestDatabase } from '../../../test/support/postgres';
import { namedPolicy } from '../configuration/named-policies';
import { SessionService } from './session-service';

const key = { tenant: 'default', conversation: 'c' };
const other = { tenant: 'default', conversation: 'other' };

let server: TestDatabase;
let database: Database;
let store: PostgresSessionStore;
let rules: SessionsPolicy;
let metrics: Metrics;
let service: SessionService;

beforeEach(async () => {
  server = await testDatabase(migrations);
  database = await Database.open({ url: server.url, applicationName: 'spec', poolSize: 2 });
  store = new PostgresSessionStore(database);
  rules = { max: null, idleTimeoutMinutes: 60 };
  metrics = new Metrics();
  service = new SessionService({
    store,
    catalogue: {
      defaultLately: () => Promise.resolve(namedPolicy('p', { ...windowOnly, sessions: rules })),
    },
    metrics,
    logger: createLogger('spec', 'silent'),
  });
  for (const { tenant, conversation } of [key, other]) {
    await database.query(
      `INSERT INTO conversation_heads
         (tenant, conversation, journal_position, journal_link, applied_position, view_version, fold_version, state)
       VALUES ($1, $2, 1, '', 1, 1, 1, '{}')`,
      [tenant, conversation],
    );
  }
}, 60_000);

afterEach(async () => {
  await service.onModuleDestroy();
  await database.close();
  await server.drop();
});

it('without a limit asks the database once a minute for a conversation, and for many at once', async () => {
  const touch = jest.spyOn(store, 'touch');
  const enter = jest.spyOn(store, 'enter');
  for (let context = 0; context < 100; context += 1) await service.enter(context % 2 === 0 ? key : other);
  await expect(service.active('default')).resolves.toBe(2);
  for (let context = 0; context < 100; context += 1) await service.enter(key);
  await expect(service.active('default')).resolves.toBe(2);
  expect(touch.mock.calls).toEqual([[[key, other]]]);
  expect(enter).not.toHaveBeenCalled();
});

it('records at its end what waits, and again what could not be recorded', async () => {
  const touch = jest.spyOn(store, 'touch').mockRejectedValueOnce(new Error('out of reach'));
  await service.enter(key);
  await expect(service.active('default')).rejects.toThrow('out of reach');
  await service.enter(key);
  await service.onModuleDestroy();
  expect(touch).toHaveBeenCalledTimes(2);
  await expect(store.active('default', 60)).resolves.toBe(1);
});

it('with a limit refuses one more, with the figures and what to do', async () => {
  rules = { max: 1, idleTimeoutMinutes: 60 };
  await service.enter(key);
  await expect(service.enter(other)).rejects.toMatchObject({
    code: 'session-limit',
    message: expect.stringMatching(
      /^other would be one session more than the tenant may have: 1 of 1 are in use; one ends after 60 minutes/,
    ),
    details: { max: 1, active: 1, idleTimeoutMinutes: 60, freeInSeconds: 3600 },
  });
});

it('shows how many there are, and ends what is idle', async () => {
  await store.touch([key, other]);
  await database.query(
    `UPDATE sessions SET last_used = last_used - interval '60 minutes' WHERE conversation = 'other'`,
  );
  expect(await metrics.render()).toContain('\nverbatim_context_builder_sessions 1\n');
  await expect(service.reap()).resolves.toBe(1);
  await expect(database.query('SELECT conversation FROM sessions')).resolves.toEqual([{ conversation: 'c' }]);
});
