import type { DatabaseResources } from '@verbatim/conversation-store';
import { databaseConnections, diskSpace, modelCircuits, openTransactions } from './resources';

const GIBIBYTE = 1024 ** 3;
const calm: DatabaseResources = {
  connections: 80,
  mostConnections: 100,
  bytes: 5 * GIBIBYTE,
  open: [],
  circuits: [],
};

it('finds nothing where there is room', () => {
  const checks = [
    databaseConnections(calm),
    ...openTransactions(calm),
    ...modelCircuits(calm),
    diskSpace(calm, 2 * GIBIBYTE),
  ];
  expect(checks.map(({ check, status }) => [check, status])).toEqual([
    ['connections', 'ok'],
    ['transactions', 'ok'],
    ['models', 'ok'],
    ['disk', 'ok'],
  ]);
});

it('warns before Postgres takes no more connections, and names both settings', () => {
  const { status, detail, remedy } = databaseConnections({ ...calm, connections: 81 });
  expect([status, detail]).toEqual(['warning', '81 of 100: a service that needs one more may get none']);
  expect(remedy).toMatch(/max_connections.*VERBATIM_POSTGRES_CONNECTIONS/);
});

it('names who has a transaction open, for how long, what waits for it and the statement that ends it', () => {
  const one = { pid: 4711, login: 'alice', application: 'psql', state: 'idle in transaction', seconds: 75.2 };
  const [appending, reading] = openTransactions({
    ...calm,
    open: [
      { ...one, locked: ['log_partitions', 'log_records'] },
      { ...one, pid: 5, application: '', locked: [] },
    ],
  });
  expect(appending).toMatchObject({
    check: 'transactions',
    status: 'problem',
    detail:
      'process 4711 of Postgres (alice, psql) has a transaction open for 75 s, idle in transaction, which may lock rows of log_partitions, log_records',
  });
  expect(appending?.remedy).toMatch(/SELECT pg_terminate_backend\(4711\).*appends .* are answered 503/);
  expect(reading?.detail).toContain('(alice, no application name)');
  expect(reading?.status).toBe('warning');
  expect(reading?.remedy).not.toMatch(/503|pg_terminate_backend/);
});

it('says which model is left alone, until when and why', () => {
  const until = new Date('2026-01-01T00:00:00Z');
  expect(
    modelCircuits({ ...calm, circuits: [{ model: 'openai:m', until, reason: 'status 503' }] }),
  ).toMatchObject([
    { status: 'warning', detail: 'openai:m is left alone until 2026-01-01T00:00:00.000Z: status 503' },
  ]);
});

it('finds a problem where the disk of the embedded Postgres is nearly full; of another it says that it cannot know', () => {
  expect(diskSpace(calm, GIBIBYTE / 2)).toMatchObject({
    status: 'problem',
    detail: expect.stringContaining('0.5 GiB'),
  });
  expect(diskSpace(calm, null)).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining('its own server knows'),
  });
});
