import { PostgresDeadLetterStore } from '@verbatim/conversation-store';
import { OpenLettersLately } from './open-letters-lately';

const settlement = { outcome: 'discarded', reason: null, by: 'local', published: null } as const;

let now = 1_000_000;
let unreadable = 1;
let isDown = false;
let letters: OpenLettersLately;

beforeEach(() => {
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  jest
    .spyOn(PostgresDeadLetterStore.prototype, 'open')
    .mockImplementation(async () =>
      isDown ? Promise.reject(new Error('out of reach')) : { unreadable, conflict: 0 },
    );
  jest.spyOn(PostgresDeadLetterStore.prototype, 'settle').mockResolvedValue(true);
  letters = new OpenLettersLately({} as never);
});

afterEach(() => jest.restoreAllMocks());

const open = async () => (await letters.open()).unreadable;

test('counts once in half a minute, and again as soon as one was settled', async () => {
  expect(await open()).toBe(1);
  unreadable = 2;
  now += 29_999;
  expect(await open()).toBe(1);
  now += 1;
  expect(await open()).toBe(2);
  unreadable = 1;
  await letters.settle('7', settlement);
  expect(await open()).toBe(1);
});

test('remembers no failure', async () => {
  isDown = true;
  await expect(open()).rejects.toThrow('out of reach');
  isDown = false;
  expect(await open()).toBe(unreadable);
});
