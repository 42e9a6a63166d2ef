import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../test/support/postgres';
import { Database } from './database';
import { endsConnection, sqlState } from './errors';
import { WayToPostgres } from './testing/way-to-postgres';

jest.setTimeout(60_000);

let server: TestDatabase;
let way: WayToPostgres;
let direct: Database;
let database: Database;

beforeAll(async () => {
  server = await testDatabase([
    { name: '0001-kept', up: 'CREATE TABLE kept (id text PRIMARY KEY, times int NOT NULL DEFAULT 1)' },
  ]);
  way = await WayToPostgres.open(server.url);
  direct = await Database.open({ url: server.url, applicationName: 'direct', poolSize: 2 });
  const options = { url: way.url, applicationName: 'bounded', poolSize: 2, statementMs: 500, lockMs: 200 };
  database = await Database.open(options);
});

afterAll(async () => {
  await Promise.all([database.close(), direct.close()]);
  await way.close();
  await server.drop();
});

const keep = (id: string): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query(`INSERT INTO kept VALUES ($1) ON CONFLICT (id) DO UPDATE SET times = kept.times + 1`, [
      id,
    ]);
  });
const times = async (id: string): Promise<number | undefined> =>
  (await direct.query<{ times: number }>('SELECT times FROM kept WHERE id = $1', [id]))[0]?.times;
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it('ends a statement that takes too long, and a wait for a lock', async () => {
  expect(sqlState(await failure(database.query('SELECT pg_sleep(30)')))).toBe('57014');
  await direct.transaction(async (tx) => {
    await tx.query('LOCK TABLE kept');
    expect(sqlState(await failure(database.query('SELECT FROM kept')))).toBe('55P03');
  });
});

it('rejects a commit whose answer never comes; the work was done, and doing it again finds that', async () => {
  way.silenceNext({ upon: 'COMMIT\0', of: 'server' });
  const error = await failure(keep('answer lost'));
  expect([endsConnection(error), way.silenced]).toEqual([true, 1]);
  expect(await times('answer lost')).toBe(1);
  await keep('answer lost');
  expect(await times('answer lost')).toBe(2);
});

it('rejects a commit that never arrives; what it locked is free again when the server has noticed', async () => {
  way.silenceNext({ upon: 'COMMIT\0', of: 'client' });
  const error = await failure(keep('commit lost'));
  expect([endsConnection(error), way.silenced]).toEqual([true, 2]);
  expect(sqlState(await failure(keep('commit lost')))).toBe('55P03');
  await direct.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'bounded' AND state = 'idle in transaction'`);
  await keep('commit lost');
  expect(await times('commit lost')).toBe(1);
});

it('sends nothing more on a connection that fell silent, and gives it back to nobody', async () => {
  const query = jest.spyOn(Client.prototype, 'query');
  way.silenceNext({ upon: 'SELECT 41', of: 'server' });
  const caught: unknown[] = [];
  const failed = await failure(
    database.transaction((tx) =>
      Promise.all([41, 42, 43].map((n) => tx.query(`SELECT ${n}`).catch((error) => caught.push(error)))),
    ),
  );
  const sent = query.mock.calls.map(([text]) => String(text));
  query.mockRestore();
  expect(sent).toEqual(['BEGIN ISOLATION LEVEL READ COMMITTED', 'SELECT 41']);
  expect(caught).toEqual([failed, failed, failed]);
  expect(String(failed)).toBe('Error: Query read timeout');
  const answers = await Promise.all([1, 2, 3, 4].map(() => database.query('SELECT 1 AS n')));
  expect(answers.flat()).toEqual([1, 2, 3, 4].map(() => ({ n: 1 })));
});

it('refuses who finds no connection free, and says how many wait meanwhile', async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const busy = [1, 2].map(() => database.session(() => gate));
  const refused = failure(database.query('SELECT 1'));
  await new Promise(setImmediate);
  expect(database.poolFigures()).toMatchObject({ busy: 2, waiting: 1 });
  expect(String(await refused)).toContain('timeout exceeded when trying to connect');
  open();
  await Promise.all(busy);
}, 30_000);

it('sets what lets the server notice a client that vanished', async () => {
  const [row] = await database.query(`SELECT current_setting('tcp_keepalives_idle') AS idle,
    current_setting('tcp_user_timeout') AS sent, current_setting('idle_in_transaction_session_timeout') AS open`);
  expect(row).toEqual({ idle: '10', sent: '25000', open: '15s' });
});
