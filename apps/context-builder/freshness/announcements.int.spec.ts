import { Database } from '@verbatim/postgres';
import { eventually } from '../../../libs/event-log/features/eventually';
import { testDatabase, type TestDatabase } from '../../../test/support/postgres';
import { AcknowledgedAppends } from './acknowledged-appends';
import { Acknowledgements } from './acknowledgements';
import { Announcements } from './announcements';

jest.setTimeout(60_000);

/** Longer than one payload can hold twice, with characters that JSON and Postgres each have rules for. */
const odd = `"\u0000\ud800 ${'ü'.repeat(250)}`;

let server: TestDatabase;
let databases: Database[];

beforeAll(async () => {
  server = await testDatabase();
  databases = await Promise.all(
    ['one', 'other'].map((applicationName) => Database.open({ url: server.url, applicationName })),
  );
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await server.drop();
});

/** A context-builder's record, and what notes into it. `heard` counts what came from others. */
async function service(database: Database) {
  const announcements = new Announcements(database);
  const appends = new AcknowledgedAppends();
  const heard = { count: 0 };
  const stop = await announcements.listen((key, appended) => {
    heard.count += 1;
    appends.note(key, appended);
  });
  return { appends, acknowledgements: new Acknowledgements(appends, announcements), heard, stop };
}

const record = (conversation: string, partition: number, offset: number) => ({
  key: { tenant: 't', conversation },
  position: { topic: 'log', partition, offset },
});

test('the other service has on record what one noted, by conversation and partition; one hears nothing of itself', async () => {
  const [one, other] = await Promise.all(databases.map(service));
  if (!one || !other) throw new Error('two services were to start');
  const many = Array.from({ length: 300 }, (_, n) => record(`${odd}${n}`, 1, n));
  await Promise.all([
    one.acknowledgements.note([record('a', 0, 7), record('b', 1, 3), record('a', 0, 8), record('a', 1, 4)]),
    one.acknowledgements.note(many),
    other.acknowledgements.note([record('c', 0, 9)]),
  ]);
  await eventually(() => expect([one.heard.count, other.heard.count]).toEqual([1, 303]));
  for (const { appends } of [one, other]) {
    expect(appends.of({ tenant: 't', conversation: 'a' })).toEqual([
      { partition: 0, last: 8, events: 2 },
      { partition: 1, last: 4, events: 1 },
    ]);
    expect(appends.of({ tenant: 't', conversation: `${odd}299` })).toEqual([
      { partition: 1, last: 299, events: 1 },
    ]);
    expect(appends.of({ tenant: 't', conversation: 'c' })).toEqual([{ partition: 0, last: 9, events: 1 }]);
  }
  await Promise.all([one.stop(), other.stop()]);
});

test('what is no announcement is passed over, and a database that is gone keeps no append waiting', async () => {
  const [first] = databases;
  if (!first) throw new Error('a database was to open');
  const gone = await Database.open({ url: server.url, applicationName: 'gone' });
  const { acknowledgements, heard, stop } = await service(first);
  for (const payload of ['', '{', '{"by":"x","appended":[["t","c",0]]}'])
    await first.query('SELECT pg_notify($1, $2)', ['verbatim_acknowledged', payload]);
  const known = [['t', 'c', 0, 1, 1]];
  const payload = JSON.stringify({ by: 'x', appended: known });
  await first.query('SELECT pg_notify($1, $2)', ['verbatim_acknowledged', payload]);
  await eventually(() => expect(heard.count).toBe(1));
  await stop();
  await gone.close();
  const lost = new Acknowledgements(new AcknowledgedAppends(), new Announcements(gone));
  await expect(lost.note([record('a', 0, 1)])).resolves.toBeUndefined();
  await expect(acknowledgements.note([record('a', 0, 1)])).resolves.toBeUndefined();
});
