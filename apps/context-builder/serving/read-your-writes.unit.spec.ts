import { setTimeout as sleep } from 'node:timers/promises';
import type { EventFate } from '@verbatim/conversation-store';
import { CONVERSATION_EVENTS, type LogPosition } from '@verbatim/event-log';
import { ProjectorStanding } from './projector-standing';
import { waitFor } from './read-your-writes';

const key = { tenant: 't', conversation: 'c' };
const topic = CONVERSATION_EVENTS;

/** One partition, how far its projector is, and how often the log was looked at. */
function partition(state: { high: number; next: number }) {
  const looks = { count: 0 };
  const reader = {
    hasPassed: (_: string, record: LogPosition) =>
      Promise.resolve(record.topic === topic && record.partition === 0 && state.next > record.offset),
    troubles: () => Promise.resolve([]),
    fate: (): Promise<EventFate> => Promise.resolve({ kind: 'unknown' }),
    nextOffsets: () => Promise.resolve(new Map([[0, state.next]])),
  };
  const log = {
    partitions: () => {
      looks.count += 1;
      return Promise.resolve([{ topic, partition: 0, low: 0, high: state.high }]);
    },
  };
  const standing = new ProjectorStanding(reader, log, 'g');
  const named = (after: string) => waitFor({ reader, log, group: 'g', standing }, key, after);
  const after = (offset: number) => named(`log:${topic}/0/${offset}-${offset}`);
  return { state, looks, reader, log, standing, named, after };
}

const at = (offset: number): LogPosition => ({ topic, partition: 0, offset });

// The pauses between two looks are real ones all the same: they come from `node:timers/promises`.
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a record of a log that was made again is not passed by a position beyond its end', async () => {
  const { after } = partition({ high: 5, next: 1000 });
  const refused = after(4).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(11_000);
  expect(await refused).toMatchObject({ code: 'projection-behind' });
});

test('it is waited for, and passed once the projector goes on from where the operator said', async () => {
  const { state, after } = partition({ high: 5, next: 1000 });
  const passed = after(4);
  await sleep(50);
  state.next = 0;
  await sleep(300);
  state.next = 5;
  await expect(passed).resolves.toBeUndefined();
});

test('what only the log before held was projected from there', async () => {
  await expect(partition({ high: 5, next: 1000 }).after(999)).resolves.toBeUndefined();
});

test('the log is looked at once in a second, and not at all where the position was seen to move', async () => {
  const { state, looks, after } = partition({ high: 10, next: 10 });
  await after(4);
  await after(5);
  expect(looks.count).toBe(1);
  await jest.advanceTimersByTimeAsync(1000);
  await after(4);
  expect(looks.count).toBe(2);
  await jest.advanceTimersByTimeAsync(1000);
  const moving = after(10);
  Object.assign(state, { high: 11, next: 11 });
  await jest.advanceTimersByTimeAsync(10);
  await moving;
  expect(looks.count).toBe(2);
});

test('a projector that is quicker than the look is no halted one', async () => {
  const { state, log, standing } = partition({ high: 10, next: 10 });
  const { partitions } = log;
  log.partitions = async () => {
    const seen = await partitions();
    Object.assign(state, { high: 12, next: 12 });
    return seen;
  };
  expect(await standing.overlooks(at(4))).toBe(false);
});

test.each([
  ['fails', () => Promise.reject(new Error('no broker'))],
  ['is frozen', () => new Promise<never>(() => undefined)],
])(
  'the position is believed while the log %s, and requests are kept for no longer than a second',
  async (_, partitions) => {
    const { log, after } = partition({ high: 5, next: 1000 });
    log.partitions = partitions;
    const passed = after(4);
    await jest.advanceTimersByTimeAsync(1000);
    await passed;
    const next = after(4);
    await jest.advanceTimersByTimeAsync(0);
    await next;
  },
);

describe('what the log does not hold', () => {
  const codeOf = (waiting: Promise<void>) => waiting.catch((error: { code: string }) => error.code);

  test('an id that nobody published is unknown as soon as all that the log held is projected', async () => {
    const { state, named } = partition({ high: 7, next: 6 });
    const found = codeOf(named('zzz'));
    await jest.advanceTimersByTimeAsync(3000);
    await sleep(50);
    state.next = 7;
    expect(await found).toBe('event-unknown');
  });

  test('an event that is journaled with the last of the log is not unknown', async () => {
    const { state, reader, named } = partition({ high: 7, next: 6 });
    const passed = codeOf(named('e'));
    await jest.advanceTimersByTimeAsync(3000);
    await sleep(50);
    // The look at the positions comes after the look for the event, and finds the projector past the end.
    const unknown = reader.fate;
    reader.fate = () => {
      state.next = 7;
      reader.fate = () => Promise.resolve({ kind: 'journaled', position: 1, status: 'applied', error: null });
      return unknown();
    };
    expect(await passed).toBeUndefined();
  });

  test.each([
    ['behind', { high: 7, next: 6 }],
    ['beyond the end of a log that was made again', { high: 7, next: 1000 }],
  ])('nothing is unknown while the projector is %s', async (_, state) => {
    const found = codeOf(partition(state).named('zzz'));
    await jest.advanceTimersByTimeAsync(3000);
    await sleep(50);
    await jest.advanceTimersByTimeAsync(8000);
    expect(await found).toBe('projection-behind');
  });

  test('nothing is unknown while the log does not answer', async () => {
    const { log, named } = partition({ high: 7, next: 7 });
    log.partitions = () => new Promise<never>(() => undefined);
    const found = codeOf(named('zzz'));
    await jest.advanceTimersByTimeAsync(3000);
    await sleep(50);
    await jest.advanceTimersByTimeAsync(8000);
    expect(await found).toBe('projection-behind');
  });

  test.each([
    ['of another topic', 'log:receipts/0/1-1', 'receipts is not the topic of conversations'],
    ['of a partition that is not there', `log:${topic}/4/1-1`, 'the log has no partition 4'],
    ['beyond the end of the log', `log:${topic}/0/7-7`, 'partition 0 ends before 7'],
  ])('a cursor %s is none of this log', async (_, cursor, reason) => {
    const refused = partition({ high: 7, next: 7 })
      .named(cursor)
      .catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(3000);
    expect(await refused).toMatchObject({
      code: 'cursor-unknown',
      message: expect.stringContaining(reason),
    });
  });
});
