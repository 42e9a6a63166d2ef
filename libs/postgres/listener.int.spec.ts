import { testDatabase, type TestDatabase } from '../../test/support/postgres';
import { Database } from './database';

let server: TestDatabase;
let database: Database;
let listening: Database;
const applicationName = 'verbatim listener spec';

beforeAll(async () => {
  server = await testDatabase();
  database = await Database.open({ url: server.url, applicationName: 'verbatim spec' });
}, 60_000);

beforeEach(async () => {
  listening = await Database.open({ url: server.url, applicationName });
});

afterEach(() => listening.close());

afterAll(async () => {
  await database.close();
  await server.drop();
});

/** Collects notices; `next` waits for the one after those already taken. */
function inbox(): { receive: (payload: string) => void; next: () => Promise<string> } {
  const held: string[] = [];
  const waiting: ((payload: string) => void)[] = [];
  return {
    receive: (payload) => {
      const first = waiting.shift();
      if (first === undefined) held.push(payload);
      else first(payload);
    },
    next: () => {
      const payload = held.shift();
      return payload === undefined
        ? new Promise((resolve) => waiting.push(resolve))
        : Promise.resolve(payload);
    },
  };
}

function listenerPids(): Promise<{ pid: number }[]> {
  return database.query(
    `SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND query LIKE 'LISTEN%'`,
    [applicationName],
  );
}

it('hears notices of its channel, whatever its name', async () => {
  const { receive, next } = inbox();
  await listening.listen('Some "channel"', receive);
  await database.query('SELECT pg_notify($1, $2)', ['other', 'not this']);
  await database.query('SELECT pg_notify($1, $2)', ['Some "channel"', 'this']);
  await expect(next()).resolves.toBe('this');
});

it('comes back after losing its connection, says so, and hears again', async () => {
  const { receive, next } = inbox();
  await listening.listen('channel', receive);
  const [before] = await listenerPids();
  await database.query('SELECT pg_terminate_backend($1)', [before?.pid]);
  await expect(next()).resolves.toBe('');
  await database.query('SELECT pg_notify($1, $2)', ['channel', 'again']);
  await expect(next()).resolves.toBe('again');
});

it('keeps trying while the server refuses it', async () => {
  const { receive, next } = inbox();
  await listening.listen('channel', receive);
  const name = new URL(server.url).pathname.slice(1);
  const elsewhere = await Database.open({ url: otherDatabase('postgres'), applicationName: 'verbatim spec' });
  await elsewhere.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  const [before] = await listenerPids();
  await database.query('SELECT pg_terminate_backend($1)', [before?.pid]);
  await new Promise((resolve) => setTimeout(resolve, 250));
  await elsewhere.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await elsewhere.close();
  await expect(next()).resolves.toBe('');
  await expect(listenerPids()).resolves.toHaveLength(1);
});

it('ends its connection when stopped, and with the database', async () => {
  const stop = await listening.listen('channel', () => undefined);
  await listening.listen('channel', () => undefined);
  await stop();
  await stop();
  await expect(onceLeft(1)).resolves.toHaveLength(1);
  await listening.close();
  await expect(onceLeft(0)).resolves.toHaveLength(0);
});

it('rejects when the first connection fails', async () => {
  await listening.close();
  const options = { url: otherDatabase('no_such_database'), applicationName };
  const elsewhere = new Database(listening.dataSource, options);
  await expect(elsewhere.listen('channel', () => undefined)).rejects.toThrow('does not exist');
});

/** A backend leaves `pg_stat_activity` shortly after its client has gone. */
async function onceLeft(count: number): Promise<{ pid: number }[]> {
  for (;;) {
    const left = await listenerPids();
    if (left.length <= count) return left;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function otherDatabase(name: string): string {
  return server.url.replace(/[^/]+$/, name);
}
