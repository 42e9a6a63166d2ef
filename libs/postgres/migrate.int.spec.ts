import { randomBytes } from 'node:crypto';
import { testDatabase, type TestDatabase } from '../../test/support/postgres';
import { Database } from './database';
import { sqlState } from './errors';
import { migrate, type Migration } from './migrate';

const first: Migration = {
  name: '0001-first',
  up: 'CREATE TABLE first (id int); INSERT INTO first VALUES (1);',
};
const second: Migration = { name: '0002-second', up: 'CREATE TABLE second AS SELECT id FROM first' };

let server: TestDatabase;
let database: Database;

beforeEach(async () => {
  server = await testDatabase();
  database = await Database.open({ url: server.url, applicationName: 'verbatim spec' });
}, 60_000);

afterEach(async () => {
  await database.close();
  await server.drop();
});

it('applies each migration once, in order', async () => {
  await expect(migrate(server.url, [first])).resolves.toEqual({ applied: ['0001-first'] });
  await expect(migrate(server.url, [first, second])).resolves.toEqual({ applied: ['0002-second'] });
  await expect(migrate(server.url, [first, second])).resolves.toEqual({ applied: [] });
  await expect(database.query('SELECT id FROM public.second')).resolves.toEqual([{ id: 1 }]);
});

it('applies each once when several processes start together', async () => {
  const slow = { ...first, up: `${first.up} SELECT pg_sleep(0.1);` };
  const outcomes = await Promise.all([1, 2, 3].map(() => migrate(server.url, [slow, second])));
  expect(outcomes.flatMap(({ applied }) => applied)).toEqual(['0001-first', '0002-second']);
});

it('leaves a database alone that is ahead', async () => {
  await migrate(server.url, [first, second]);
  await expect(migrate(server.url, [first])).resolves.toEqual({ applied: [] });
});

it('finds a schema that is there for a login that may create nothing', async () => {
  await migrate(server.url, [first]);
  const name = `verbatim_spec_${randomBytes(4).toString('hex')}`;
  await database.query(`CREATE ROLE ${name} LOGIN PASSWORD 'spec'`);
  await database.query(`GRANT SELECT ON verbatim_migrations TO ${name}`);
  const url = new URL(server.url);
  url.username = name;
  url.password = 'spec';
  await expect(migrate(url.href, [first])).resolves.toEqual({ applied: [] });
  await expect(migrate(url.href, [first, second])).rejects.toThrow('0002-second');
  await database.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
});

it('rolls a failing migration back whole, keeps those before it, and names it', async () => {
  const broken = { name: '0002-broken', up: 'CREATE TABLE half (id int); SELECT 1/0;' };
  const error = await migrate(server.url, [first, broken]).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'migration-failed', message: expect.stringContaining('0002-broken') });
  expect(sqlState(error)).toBe('22012');
  await expect(database.query(`SELECT to_regclass('half') AS half`)).resolves.toEqual([{ half: null }]);
  await expect(migrate(server.url, [first, second])).resolves.toEqual({ applied: ['0002-second'] });
});

it('applies nothing of a migration that cannot be recorded', async () => {
  await expect(migrate(server.url, [first, { ...second, name: first.name }])).rejects.toThrow('0001-first');
  await expect(database.query(`SELECT to_regclass('second') AS second`)).resolves.toEqual([{ second: null }]);
});
