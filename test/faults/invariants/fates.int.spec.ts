import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import type { ExpectedFate } from '../load/truth';
import { fates } from './08-fates';
import { openLog } from './evidence';
import { smallWorld, type SmallWorld } from './testing/small-world';
import { eventually } from '../../../libs/event-log/features/eventually';

jest.setTimeout(120_000);

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const said = (id: string, more: object = {}): string => {
  const attributes = { specversion: '1.0', id, source: 'spec', subject: 'chat', tenantid: 'one' };
  const data = { role: 'user', content: 'said' };
  return JSON.stringify({ ...attributes, type: 'MessageAppended', data, ...more });
};

/** Appends a record of each kind, and tells the truth what must become of it. */
async function appendAllKinds(): Promise<void> {
  const log = openLog(world);
  const append = async (
    fate: ExpectedFate['fate'] | null,
    code: string | null,
    text: string,
  ): Promise<void> => {
    const value = Buffer.from(text);
    const [place] = await log.append(CONVERSATION_EVENTS, [{ key: 'one/chat', value }]);
    const names = { tenant: 'one', conversation: 'chat', id: null };
    if (fate !== null) world.truth.expect({ fate, code, ...names, place: place ?? null, value });
  };
  await append(null, null, said('first'));
  await append('duplicate', null, said('first', { time: '2026-01-01T00:00:00Z' }));
  await append('conflict', 'event-conflict', said('first', { data: { role: 'user', content: 'else' } }));
  await append('unreadable', null, 'poison');
  await append('ignored', 'event-type-unknown', said('foreign', { type: 'Unheard' }));
  await append('parked', 'event-version-unknown', said('newer', { dataversion: 99 }));
  await log.close();
  await eventually(async () => expect((await fates.check(world)).problems).toEqual([]));
}

test('each kind of record has its fate', async () => {
  const before = await fates.check(world);
  expect(before.problems).toEqual([]);
  expect(before.checked).toBeGreaterThanOrEqual(40);
  await appendAllKinds();
  // Each of them as a record, and five of them as expected.
  expect((await fates.check(world)).checked).toBe(before.checked + 6 + 5);
});

test('a record that became something else than it had to', async () => {
  const [duplicate] = world.truth.fates;
  if (duplicate === undefined) throw new Error('nothing is expected');
  const wrongly = { ...world.truth, fates: [{ ...duplicate, fate: 'conflict' }] } as SmallWorld['truth'];
  expect((await fates.check({ ...world, truth: wrongly })).problems).toEqual([
    expect.stringMatching(/^the record {2}at \d+\/\d+ was to be conflict {2}and is nowhere$/),
  ]);
});

test('a dead letter that lost a byte, and one that was not kept', async () => {
  await world.database.query(`UPDATE dead_letters SET raw = substring(raw FROM 2) WHERE kind = 'conflict'`);
  expect((await fates.check(world)).problems).toEqual([
    expect.stringMatching(/^the record at \d+\/\d+ is kept with other bytes$/),
  ]);
  await world.database.query(`DELETE FROM dead_letters`);
  const { problems } = await fates.check(world);
  expect(problems).toContainEqual(
    expect.stringMatching(/kept nowhere, and its event first of one\/chat is kept with another body$/),
  );
  expect(problems).toContainEqual(expect.stringMatching(/kept nowhere, and names no event$/));
  expect(problems).toContainEqual(
    expect.stringMatching(/^partition \d+: \d+ records are counted, \d+ there are$/),
  );
});

test('an event that was skipped', async () => {
  await world.tamper(`DELETE FROM journal WHERE tenant = 'two' AND event_id = 'http-1-1'`);
  const { problems } = await fates.check(world);
  expect(problems).toContainEqual(
    expect.stringMatching(/kept nowhere, and so is its event http-1-1 of two\/chat$/),
  );
  expect(problems).toContainEqual(
    expect.stringMatching(/^partition \d+: \d+ journaled events are counted, \d+ there are$/),
  );
});
