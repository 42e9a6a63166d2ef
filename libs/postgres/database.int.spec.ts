import { EventEmitter, once } from 'node:events';
import { testDatabase, type TestDatabase } from '../../test/support/postgres';
import { Database } from './database';
import { constraintName, sqlState } from './errors';

let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await testDatabase([
    { name: '0001-account', up: 'CREATE TABLE account (id int PRIMARY KEY, balance bigint NOT NULL)' },
  ]);
  database = await Database.open({ url: server.url, applicationName: 'verbatim spec', poolSize: 4 });
}, 60_000);

afterAll(async () => {
  await database.close();
  await server.drop();
});

beforeEach(async () => {
  await database.query('TRUNCATE account');
  await database.query('INSERT INTO account VALUES (1, 100), (2, 200)');
});

describe('query and execute', () => {
  it('gives the rows of UPDATE … RETURNING, bigint as a string', async () => {
    const rows = await database.query('UPDATE account SET balance = balance + 1 RETURNING id, balance');
    expect(rows).toEqual([
      { id: 1, balance: '101' },
      { id: 2, balance: '201' },
    ]);
  });

  it('counts affected rows, also inside a transaction', async () => {
    await expect(database.execute('UPDATE account SET balance = 0 WHERE id = $1', [1])).resolves.toBe(1);
    await expect(database.transaction((tx) => tx.execute('DELETE FROM account'))).resolves.toBe(2);
  });

  it('gives the rows of the last of several statements', async () => {
    await expect(database.query('SELECT 1 AS n; SELECT 2 AS n')).resolves.toEqual([{ n: 2 }]);
  });

  it('tells the SQLSTATE and the constraint, also of an error kept as a cause', async () => {
    const error = await database
      .query('INSERT INTO account VALUES (1, 0)')
      .catch((caught: unknown) => caught);
    const wrapped = new Error('wrapped', { cause: error });
    expect([sqlState(error), constraintName(error)]).toEqual(['23505', 'account_pkey']);
    expect([sqlState(wrapped), constraintName(wrapped)]).toEqual(['23505', 'account_pkey']);
    expect(sqlState(Object.assign(new Error('pipe'), { code: 'EPIPE' }))).toBeUndefined();
  });

  it('goes on after the server has ended its connections', async () => {
    await database.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    await expect(database.query('SELECT 1 AS n')).resolves.toEqual([{ n: 1 }]);
  });
});

describe('transaction', () => {
  it('rolls everything back when the work rejects, and keeps the error', async () => {
    const failure = new Error('no');
    const outcome = database.transaction(async (tx) => {
      await tx.execute('DELETE FROM account');
      throw failure;
    });
    await expect(outcome).rejects.toBe(failure);
    await expect(database.query('SELECT id FROM account')).resolves.toHaveLength(2);
  });

  it('refuses to pass for committed when a failed statement was caught', async () => {
    const outcome = database.transaction(async (tx) => {
      await tx.execute('DELETE FROM account');
      await tx.query('SELECT 1/0').catch(() => undefined);
    });
    await expect(outcome).rejects.toMatchObject({ code: 'transaction-aborted' });
    await expect(database.query('SELECT id FROM account')).resolves.toHaveLength(2);
  });

  it('refuses statements after its end, and waits for those not awaited', async () => {
    const tx = await database.transaction(async (open) => {
      void open.execute('DELETE FROM account');
      return open;
    });
    await expect(database.query('SELECT id FROM account')).resolves.toHaveLength(0);
    await expect(tx.query('SELECT 1')).rejects.toMatchObject({ code: 'connection-ended' });
  });

  it('reads what others have committed meanwhile', async () => {
    const seen = await database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM account');
      await database.execute('DELETE FROM account');
      return tx.query('SELECT 1 FROM account');
    });
    expect(seen).toHaveLength(0);
  });

  it('runs the victim of a deadlock again', async () => {
    let runs = 0;
    let arrived = 0;
    const bothHoldOne = new EventEmitter();
    const move = (from: number, to: number): Promise<void> =>
      database.transaction(async (tx) => {
        runs += 1;
        await tx.execute('UPDATE account SET balance = balance - 1 WHERE id = $1', [from]);
        arrived += 1;
        if (arrived === 1) await once(bothHoldOne, 'now');
        bothHoldOne.emit('now');
        await tx.execute('UPDATE account SET balance = balance + 1 WHERE id = $1', [to]);
      });
    await Promise.all([move(1, 2), move(2, 1)]);
    expect(runs).toBe(3);
    await expect(database.query('SELECT balance FROM account ORDER BY id')).resolves.toEqual([
      { balance: '100' },
      { balance: '200' },
    ]);
  });

  it('gives up after the attempts it was given, with the last error', async () => {
    let runs = 0;
    const outcome = database.transaction(
      async (tx) => {
        runs += 1;
        await tx.query(`DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`);
      },
      { attempts: 3 },
    );
    await expect(outcome.catch(sqlState)).resolves.toBe('40001');
    expect(runs).toBe(3);
  });
});

describe('session', () => {
  it('keeps one connection, and leaves no lock behind', async () => {
    const pids = await database.session(async (session) => {
      await session.query('SELECT pg_advisory_lock(42)');
      const [first] = await session.query('SELECT pg_backend_pid() AS pid');
      const [second] = await session.query('SELECT pg_backend_pid() AS pid');
      return [first, second];
    });
    expect(pids[0]).toEqual(pids[1]);
    // Another pool, since the same session could take its own lock again; this waits for ever where it is still held.
    const other = await Database.open({ url: server.url, applicationName: 'verbatim spec' });
    await other.query('SELECT pg_advisory_lock(42)');
    await other.close();
  });
});

describe('a process that stands still inside a transaction', () => {
  const timeout = async (url: string): Promise<unknown> => {
    const other = await Database.open({ url, applicationName: 'verbatim spec' });
    const shown = await other.query('SHOW idle_in_transaction_session_timeout');
    await other.close();
    return shown[0]?.['idle_in_transaction_session_timeout'];
  };
  const withTimeout = (milliseconds: number): string =>
    `${server.url}?options=${encodeURIComponent(`-c idle_in_transaction_session_timeout=${milliseconds}`)}`;

  it('keeps its locks for 15 seconds, or as long as the URL says', async () => {
    await expect(timeout(server.url)).resolves.toBe('15s');
    await expect(timeout(withTimeout(2_000))).resolves.toBe('2s');
  });

  it('finds its transaction rolled back, and the pool goes on', async () => {
    const other = await Database.open({ url: withTimeout(100), applicationName: 'verbatim spec' });
    const frozen = other.transaction(async (tx) => {
      await tx.query('SELECT * FROM account FOR UPDATE');
      // Waits for the lock, and so for the end of the transaction.
      await database.query('UPDATE account SET balance = 0');
      await tx.query('SELECT 1');
    });
    await expect(frozen).rejects.toThrow('connection');
    await expect(database.query('SELECT DISTINCT balance FROM account')).resolves.toEqual([{ balance: '0' }]);
    await expect(other.query('SELECT 1 AS n')).resolves.toEqual([{ n: 1 }]);
    await other.close();
  });
});

describe('role', () => {
  it('acts as the role from the first statement on, whatever options the URL has', async () => {
    const role = 'verbatim spec';
    await database.query(`DROP ROLE IF EXISTS "${role}"; CREATE ROLE "${role}"`);
    const url = `${server.url}?options=${encodeURIComponent('-c work_mem=1MB')}`;
    const other = await Database.open({ url, role, applicationName: 'verbatim spec' });
    try {
      await expect(
        other.query('SELECT current_user AS name, current_setting($1) AS memory', ['work_mem']),
      ).resolves.toEqual([{ name: role, memory: '1MB' }]);
      await expect(other.query('SELECT * FROM account').catch(sqlState)).resolves.toBe('42501');
    } finally {
      await other.close();
      await database.query(`DROP ROLE "${role}"`);
    }
  });
});
