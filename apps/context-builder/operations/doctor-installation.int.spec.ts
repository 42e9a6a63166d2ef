import request from 'supertest';
import { HealthRegistry, Metrics } from '@verbatim/platform';
import { startServices } from '../../../test/support/services';
import { startContextBuilder } from '../start-context-builder';
import { doctorUnderTest, event, type DoctorUnderTest } from './testing/doctor-under-test';

jest.setTimeout(60_000);

let test: DoctorUnderTest;

beforeAll(async () => {
  test = await doctorUnderTest({ only: ['context-builder'] });
  const log = await test.owner.query<{ id: string }>('SELECT id FROM log_identity');
  await test.owner.query(
    `INSERT INTO processor_positions (consumer_group, topic, partition, owner, epoch, next_offset, log_identity)
     SELECT 'verbatim-projector', topic, partition, 'host/1', 1, 0, $1 FROM log_partitions`,
    [log[0]?.id],
  );
});

afterAll(() => test.close());

/** Does it, expects the finding, and undoes it: the check is well again. */
async function breaks(
  given: { readonly by: string; readonly undo: string | ((remedy: string) => string) },
  expected: {
    readonly check: string;
    readonly status?: string;
    readonly detail: RegExp;
    readonly remedy: RegExp;
  },
): Promise<void> {
  const { check, status = 'problem', detail, remedy } = expected;
  await test.owner.query(given.by);
  const [found] = await test.checks(check);
  const undo = typeof given.undo === 'string' ? given.undo : given.undo(found?.remedy ?? '');
  await test.owner.query(undo);
  expect(found).toMatchObject({ status });
  expect(found?.detail).toMatch(detail);
  expect(found?.remedy).toMatch(remedy);
  expect(await test.checks(check)).toMatchObject([{ status: 'ok' }]);
}

/** What a remedy says to run. */
function statements(remedy: string): string {
  return [...remedy.matchAll(/(?:REVOKE|ALTER TABLE)[^;]*;/g)].join(' ');
}

it.each([
  [
    'is off',
    'ALTER TABLE journal_3 DISABLE TRIGGER journal_keeps_rows',
    /refuses DELETE on journal_3; .*UPDATE on journal_3$/,
  ],
  [
    'is off for replicas',
    'ALTER TABLE journal ENABLE TRIGGER journal_keeps_all',
    /^no trigger always refuses TRUNCATE on journal/,
  ],
])('says that a trigger of the journal %s; its remedy repairs that', (_, by, detail) =>
  breaks(
    { by, undo: statements },
    { check: 'journal', detail, remedy: /ENABLE ALWAYS TRIGGER.*audit verify --all/ },
  ),
);

it.each([
  [
    'a column',
    'GRANT UPDATE (payload) ON journal TO verbatim_context',
    /^verbatim_context may UPDATE ON journal$/,
  ],
  [
    'rows',
    'GRANT DELETE, TRUNCATE ON journal_0 TO verbatim_projector',
    /^verbatim_projector may DELETE ON journal_0, TRUNCATE ON journal_0$/,
  ],
])('says that a service may change %s of the journal; its remedy takes that back', (_, by, detail) =>
  breaks({ by, undo: statements }, { check: 'journal', detail, remedy: /REVOKE .* FROM verbatim_/ }),
);

it.each([
  [
    'a migration is missing',
    "DELETE FROM verbatim_migrations WHERE name = '0005-serving'",
    "INSERT INTO verbatim_migrations VALUES ('0005-serving')",
    { check: 'migrations', detail: /lacks 0005-serving$/, remedy: /verbatim serve/ },
  ],
  [
    'a newer version migrated the database',
    "INSERT INTO verbatim_migrations VALUES ('9999-later')",
    "DELETE FROM verbatim_migrations WHERE name = '9999-later'",
    {
      check: 'migrations',
      status: 'warning',
      detail: /9999-later of a newer version/,
      remedy: /upgrade this service/,
    },
  ],
  [
    'a table may not be read',
    'REVOKE SELECT ON verbatim_migrations FROM verbatim_context',
    'GRANT SELECT ON verbatim_migrations TO verbatim_context',
    { check: 'migrations', detail: /could not be looked at: permission denied/, remedy: /readyz/ },
  ],
  [
    'a partition was never claimed',
    'UPDATE processor_positions SET topic = $$another$$ WHERE partition = 5',
    'UPDATE processor_positions SET topic = $$conversation-events$$ WHERE partition = 5',
    { check: 'positions', detail: /never claimed by a projector: 5$/, remedy: /serve --only projector/ },
  ],
  [
    'records were lost before they were read',
    'UPDATE log_partitions SET low_offset = 7, next_offset = 7 WHERE partition = 2',
    'UPDATE log_partitions SET low_offset = 0, next_offset = 0 WHERE partition = 2',
    {
      check: 'halted',
      detail: /^partition 2 \(records-lost\): 0 is next.*before 7$/,
      remedy: /docs\/operations\/runbooks.md/,
    },
  ],
  [
    'the log ends before the position',
    'UPDATE processor_positions SET next_offset = 9 WHERE partition = 2',
    'UPDATE processor_positions SET next_offset = 0 WHERE partition = 2',
    {
      check: 'halted',
      detail: /^partition 2 \(log-cut\): 9 is next, but the log ends at 0$/,
      remedy: /goes on within half a minute|does within half a minute/,
    },
  ],
  [
    'a position belongs to another log',
    "UPDATE processor_positions SET log_identity = 'x' || log_identity WHERE partition = 2",
    'UPDATE processor_positions SET log_identity = substr(log_identity, 2) WHERE partition = 2',
    {
      check: 'halted',
      detail: /^partition 2 \(other-log\): its position belongs to the log x/,
      remedy: /--kafka/,
    },
  ],
  [
    'the topic lacks a partition that was read',
    "UPDATE log_partitions SET topic = 'another' WHERE partition = 5",
    "UPDATE log_partitions SET topic = 'conversation-events' WHERE partition = 5",
    { check: 'halted', detail: /^partition 5 \(no-such-partition\)/, remedy: /fewer partitions/ },
  ],
])('says that %s', async (_, by, undo, expected) => {
  await test.owner.query("INSERT INTO log_topics VALUES ('another', 6) ON CONFLICT DO NOTHING");
  await breaks({ by, undo }, expected);
});

it('tells records that wait for nobody from a position that moves', async () => {
  await test.append(event({ id: 'a' }), event({ id: 'b' }));
  expect(await test.checks('lag')).toMatchObject([{ status: 'ok', detail: '2 records behind, and moving' }]);
  await test.owner.query("UPDATE processor_positions SET updated_at = now() - interval '1 hour'");
  const [stuck] = await test.checks('lag');
  expect(stuck).toMatchObject({
    status: 'problem',
    remedy: expect.stringContaining('serve --only projector'),
  });
  expect(stuck?.detail).toMatch(/^stuck: partition 0 is 2 records behind, at rest since \d{4}-/);
  expect((await test.lag()).totals.lag).toBe(2);
});

it('says that the topic has another number of partitions than configured', async () => {
  const { context } = test.services;
  const configuration = { ...context.configuration, partitions: 3 };
  const other = { ...context, configuration, health: new HealthRegistry(), metrics: new Metrics() };
  const builder = await startContextBuilder(other, { host: '127.0.0.1', port: 0 });
  try {
    const { body } = await request(builder.url).get('/v1/doctor');
    expect(body.checks).toContainEqual({
      check: 'partitions',
      status: 'warning',
      detail: 'conversation-events has 6, 3 are configured',
      remedy: expect.stringContaining('VERBATIM_PARTITIONS'),
    });
  } finally {
    await builder.stop();
  }
});

it('says who may ask', async () => {
  const detail = 'requests need no API key; the service listens on 127.0.0.1';
  expect(await test.checks('api-keys')).toEqual([{ check: 'api-keys', status: 'ok', detail }]);
  const env = { VERBATIM_API_KEYS: 'default:admin:secret-of-16-letters' };
  const services = await startServices({ only: ['context-builder'], env });
  try {
    const answer = await request(services.url).get('/v1/doctor').set('x-api-key', 'secret-of-16-letters');
    expect(answer.text).toContain('requests need an API key; the service listens on 127.0.0.1');
    expect((await request(services.url).get('/v1/doctor')).status).toBe(401);
  } finally {
    await services.stop();
  }
});

it('still says all else where the log does not answer', async () => {
  await test.owner.query('ALTER TABLE log_identity RENAME TO gone');
  const { checks } = await test.diagnose();
  const lag = await request(test.services.url).get('/v1/lag');
  await test.owner.query('ALTER TABLE gone RENAME TO log_identity');
  expect(lag.body).toMatchObject({ status: 503, code: 'log-unavailable' });
  expect(checks.find(({ check }) => check === 'lag')).toMatchObject({
    status: 'problem',
    detail: 'could not be looked at: the log in Postgres did not answer',
  });
  expect(checks.map(({ check }) => check)).toContain('mixed-partitions');
});
