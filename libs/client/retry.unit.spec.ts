import { backoff, pauseAfter } from './retry';

function answer(status: number, retryAfter?: string) {
  return { status, headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) };
}

it.each([429, 502, 503])('%d is worth another attempt', (status) => {
  expect(pauseAfter(answer(status), 1, 0)).toBe(200);
});

it.each([400, 401, 404, 409, 413, 422, 500])('%d is not', (status) => {
  expect(pauseAfter(answer(status, '1'), 1, 0)).toBeNull();
});

it('waits at least as long as it is asked to, but not for an hour', () => {
  expect(pauseAfter(answer(503, '3'), 1, 0)).toBe(3000);
  expect(pauseAfter(answer(429, '3'), 9, 0.5)).toBe(3100);
  expect(pauseAfter(answer(503, new Date(Date.now() - 1000).toUTCString()), 1, 0)).toBe(0);
  expect(pauseAfter(answer(503, new Date(Date.now() + 3_600_000).toUTCString()), 1, 0)).toBeNull();
  expect(pauseAfter(answer(503, 'soon'), 1, 0)).toBe(200);
});

it('doubles the pause up to ten seconds, and leaves half of it to chance', () => {
  expect([1, 2, 3, 7, 50].map((attempt) => backoff(attempt, 0))).toEqual([200, 400, 800, 10_000, 10_000]);
  expect(backoff(3, 0.999)).toBeCloseTo(400, 0);
});
