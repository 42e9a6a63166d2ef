import { CONVERSATION_EVENTS } from '@verbatim/event-log';
import { ProjectorStanding } from '../serving/projector-standing';
import { AcknowledgedAppends } from './acknowledged-appends';
import { AcknowledgedWait } from './acknowledged-wait';
import { WaitingPlaces } from './waiting-places';

const key = { tenant: 't', conversation: 'c' };
const other = { tenant: 't', conversation: 'd' };
const append = { partition: 0, last: 6, events: 2 };

/** A log of one partition, and how far its projector is. `queries` counts looks at the database. */
function installation(state: { high: number; next: number }, most = 10) {
  const counts = { queries: 0 };
  const reader = {
    nextOffsets: () => {
      counts.queries += 1;
      return Promise.resolve(new Map([[0, state.next]]));
    },
    hasPassed: (_: string, { offset }: { offset: number }) => Promise.resolve(state.next > offset),
  };
  const log = {
    partitions: () =>
      Promise.resolve([{ topic: CONVERSATION_EVENTS, partition: 0, low: 0, high: state.high }]),
  };
  const acknowledged = new AcknowledgedAppends();
  const wait = new AcknowledgedWait({
    acknowledged,
    reader,
    log,
    group: 'g',
    standing: new ProjectorStanding(reader, log, 'g'),
    places: new WaitingPlaces(most),
    patienceMs: 2000,
  });
  return { state, counts, acknowledged, wait };
}

/** Lets time pass in steps, so that whoever waits looks in between. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 50) await jest.advanceTimersByTimeAsync(50);
}

jest.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a context with nothing outstanding asks nobody', async () => {
  const { counts, acknowledged, wait } = installation({ high: 7, next: 7 });
  acknowledged.note(other, append);
  expect(await wait.wait(key)).toBeNull();
  expect(await wait.missing(key)).toBeNull();
  expect(counts.queries).toBe(0);
  expect(await wait.wait(other)).toBeNull();
  expect([counts.queries, acknowledged.conversations]).toEqual([1, 0]);
  expect(await wait.wait(other)).toBeNull();
  expect(counts.queries).toBe(1);
});

test('it waits until the projection has passed what was acknowledged before it, and for nothing that came later', async () => {
  const { state, acknowledged, wait } = installation({ high: 7, next: 5 });
  acknowledged.note(key, append);
  const waiting = wait.wait(key);
  await pass(500);
  acknowledged.note(key, { partition: 0, last: 9, events: 1 });
  state.next = 7;
  await pass(200);
  expect(await waiting).toBeNull();
  expect(acknowledged.of(key)).toEqual([{ partition: 0, last: 9, events: 1 }]);
});

test('a projector that stands still is waited for once, until it moves', async () => {
  const { state, acknowledged, wait } = installation({ high: 9, next: 5 });
  acknowledged.note(key, append);
  acknowledged.note(other, append);
  const first = wait.wait(key);
  await pass(2200);
  expect(await first).toEqual({
    code: 'projection-behind',
    detail: '2 acknowledged events may be missing: the projector stands still',
  });
  // No time passes here: whoever comes next does not wait.
  expect(await wait.wait(other)).toMatchObject({ code: 'projection-behind' });
  state.next = 6;
  const again = wait.wait(other);
  await pass(500);
  state.next = 7;
  await pass(200);
  expect(await again).toBeNull();
});

test('an idle position is no stalled one, however long ago it was waited for', async () => {
  const { state, acknowledged, wait } = installation({ high: 8, next: 6 });
  acknowledged.note(key, append);
  const first = wait.wait(key);
  await pass(100);
  state.next = 7;
  await pass(200);
  expect(await first).toBeNull();
  await pass(60_000);
  acknowledged.note(key, { partition: 0, last: 7, events: 1 });
  const second = wait.wait(key);
  await pass(500);
  state.next = 8;
  await pass(200);
  expect(await second).toBeNull();
});

test('a projector that moves and does not arrive is behind after ten seconds', async () => {
  const { state, acknowledged, wait } = installation({ high: 7000, next: 5 });
  acknowledged.note(key, { partition: 0, last: 6000, events: 1 });
  const refused = wait.wait(key).catch((error: unknown) => error);
  for (let second = 0; second < 11; second += 1) {
    await pass(1000);
    state.next += 1;
  }
  expect(await refused).toMatchObject({
    code: 'projection-behind',
    message: expect.stringContaining('conversation c: 1 acknowledged event'),
  });
});

test('what a log that was cut lost is not waited for again', async () => {
  const { state, acknowledged, wait } = installation({ high: 3, next: 1 });
  acknowledged.note(key, append);
  const first = wait.wait(key);
  await pass(600);
  state.next = 2;
  await pass(1000);
  expect(await first).toMatchObject({
    detail: expect.stringContaining('2 acknowledged events, which the log does not hold any more'),
  });
  expect(await wait.wait(key)).toBeNull();
});

test('a position beyond the end of a log that was made again has passed nothing', async () => {
  const { acknowledged, wait } = installation({ high: 7, next: 1000 });
  acknowledged.note(key, append);
  const first = wait.wait(key);
  await pass(2200);
  expect(await first).toMatchObject({ code: 'projection-behind' });
  expect(acknowledged.of(key)).toEqual([append]);
});

test('without waiting it says how many events may be missing, of those that are', async () => {
  const { state, acknowledged, wait } = installation({ high: 20, next: 7 });
  acknowledged.note(key, append);
  acknowledged.note(key, { partition: 0, last: 9, events: 3 });
  expect(await wait.missing(key)).toEqual({
    code: 'not-waited',
    detail: '3 acknowledged events may be missing: `after` is "none"',
  });
  state.next = 10;
  expect(await wait.missing(key)).toBeNull();
});

test('only so many wait at a time; those that need not wait take no place', async () => {
  const { state, acknowledged, wait } = installation({ high: 7, next: 5 }, 1);
  acknowledged.note(key, append);
  acknowledged.note(other, { partition: 0, last: 4, events: 1 });
  const waiting = wait.wait(key);
  await pass(50);
  await expect(wait.wait(key)).rejects.toMatchObject({ limit: 'waiting' });
  expect(await wait.wait(other)).toBeNull();
  state.next = 7;
  await pass(200);
  expect(await waiting).toBeNull();
});
