import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresWorkQueue, type Lease } from '@verbatim/conversation-store';
import { migrations } from '@verbatim/conversation-store/postgres/migrations';
import { createLogger } from '@verbatim/platform';
import { Database } from '@verbatim/postgres';
import { testDatabase } from '../../test/support/postgres';
import { WorkLoop } from './work-loop';

let database: Database;
let drop: () => Promise<void>;
let pieces: { lease: Lease; stop: AbortSignal; finish: () => void }[];

beforeAll(async () => {
  const created = await testDatabase(migrations);
  drop = created.drop;
  database = await Database.open({ url: created.url, applicationName: 'work loop spec', poolSize: 4 });
}, 60_000);

afterAll(async () => {
  await database.close();
  await drop();
});

beforeEach(async () => {
  pieces = [];
  await database.query('TRUNCATE due_work');
});

async function open(...names: string[]): Promise<void> {
  for (const name of names) {
    const [tenant, conversation] = name.split('/');
    await database.query(
      `INSERT INTO due_work (tenant, conversation, mechanism, opened_at, not_before)
       VALUES ($1, $2, 'history', 1, clock_timestamp())`,
      [tenant, conversation],
    );
  }
}

function loop(concurrency: number): WorkLoop {
  return new WorkLoop({
    queue: new PostgresWorkQueue(database),
    perform: (lease, stop) =>
      new Promise((resolve) => {
        pieces.push({ lease, stop, finish: resolve });
        stop.addEventListener('abort', () => resolve());
      }),
    worker: 'w',
    leaseSeconds: 60,
    concurrency,
    logger: createLogger('spec', 'silent'),
  });
}

const names = (): string[] => pieces.map(({ lease }) => `${lease.tenant}/${lease.conversation}`);

async function until(condition: () => boolean): Promise<void> {
  for (let left = 1_000; !condition(); left -= 1) {
    if (left === 0) throw new Error('it did not come true');
    await sleep(4);
  }
}

/** Two idle rounds of the loop: long enough for it to take what it would take. */
const aWhile = (): Promise<void> => sleep(450);

it('does as many pieces at a time as it may, and the next one as soon as one is done', async () => {
  await open('t/a', 't/b', 't/c');
  const running = loop(2);
  running.start();
  await until(() => pieces.length === 2);
  await aWhile();
  expect(names()).toEqual(['t/a', 't/b']);
  pieces[0]?.finish();
  await until(() => pieces.length === 3);
  await running.stop(0);
});

it('leaves the last place to another tenant while one waits, and uses it where none does', async () => {
  await open('big/1', 'big/2', 'big/3', 'big/4', 'small/1');
  const running = loop(3);
  running.start();
  await until(() => pieces.length === 3);
  expect(names()).toEqual(['big/1', 'big/2', 'small/1']);
  pieces[2]?.finish();
  await until(() => pieces.length === 4);
  expect(names()[3]).toBe('big/3');
  await running.stop(0);
});

it('stops leasing at once, lets running pieces finish, and aborts them when the grace is over', async () => {
  await open('t/a', 't/b');
  const running = loop(1);
  running.start();
  await until(() => pieces.length === 1);
  const [piece] = pieces;
  const stopped = running.stop(60_000);
  expect(piece?.stop.aborted).toBe(false);
  piece?.finish();
  await stopped;
  expect(names()).toEqual(['t/a']);

  const aborted = loop(1);
  aborted.start();
  await until(() => pieces.length === 2);
  await aborted.stop(0);
  expect(pieces[1]?.stop.aborted).toBe(true);
});
