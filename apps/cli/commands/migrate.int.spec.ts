import { migrations } from '@verbatim/conversation-store';
import { Database } from '@verbatim/postgres';
import { testDatabase, type TestDatabase } from '../../../test/support/postgres';
import { runCommand } from '../testing/command-run';

const names = migrations.map(({ name }) => name);
let server: TestDatabase;
let saved: NodeJS.ProcessEnv;

beforeEach(async () => {
  server = await testDatabase();
  saved = process.env;
  const isOurs = (name: string): boolean => name.startsWith('VERBATIM_') || name === 'DATABASE_URL';
  process.env = Object.fromEntries(Object.entries(saved).filter(([name]) => !isOurs(name)));
}, 60_000);

afterEach(async () => {
  process.env = saved;
  await server.drop();
});

it('applies everything once and says what', async () => {
  const first = await runCommand('migrate', '--database', server.url);
  expect(first).toEqual({
    code: 0,
    out: `applied ${names.length} migrations, up to ${names.at(-1)}\n`,
    err: '',
  });
  const again = await runCommand('migrate', '--database', server.url);
  expect(again).toEqual({
    code: 0,
    out: 'nothing to apply: the database has the schema of this version\n',
    err: '',
  });
});

it('takes the database from the environment and prints JSON', async () => {
  process.env['DATABASE_URL'] = server.url;
  expect(JSON.parse((await runCommand('migrate', '--json')).out)).toEqual({ applied: names });
  expect(JSON.parse((await runCommand('migrate', '--json')).out)).toEqual({ applied: [] });
});

it.each(['verbatim_projector', 'verbatim_summarizer', 'verbatim_context'])(
  'lets %s see what was applied',
  async (role) => {
    await runCommand('migrate', '--database', server.url);
    const database = await Database.open({ url: server.url, role, applicationName: 'spec' });
    try {
      const rows = await database.query<{ name: string }>('SELECT name FROM public.verbatim_migrations');
      expect(rows.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
    } finally {
      await database.close();
    }
  },
);

it('asks for a database', async () => {
  const { code, out, err } = await runCommand('migrate');
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('--database: name the Postgres to migrate');
});

it('says in one line why a database cannot be used', async () => {
  const url = new URL(server.url);
  url.pathname = '/nowhere';
  const { code, err } = await runCommand('migrate', '--database', url.href);
  expect(code).toBe(1);
  expect(err).toBe('verbatim: the database cannot be used: database "nowhere" does not exist\n');
});
