import { retryDelaySeconds } from './retry-delay';

const noChance = () => 0;

test('waits 1 s at first, twice as long after each failure, at most 60 s', () => {
  const delays = [0, 1, 2, 5, 6, 50].map((failures) => retryDelaySeconds(failures, null, noChance));
  expect(delays).toEqual([1, 2, 4, 32, 60, 60]);
});

test('leaves up to a half to chance', () => {
  expect(retryDelaySeconds(3, null, () => 1)).toBe(4);
});

test('waits as long as the provider asks where that is longer, an hour at most', () => {
  expect(retryDelaySeconds(0, 20_000, noChance)).toBe(20);
  expect(retryDelaySeconds(6, 20_000, noChance)).toBe(60);
  expect(retryDelaySeconds(0, 10 ** 12, noChance)).toBe(3600);
});
