import { SummarizerError } from '@verbatim/llm';
import { CircuitBreaker } from './circuit-breaker';

const unavailable = new SummarizerError('unavailable', 'no answer');
const limited = new SummarizerError('rate-limited', 'too many');
const asksFor = (seconds: number) =>
  new SummarizerError('rate-limited', 'slow down', { retryAfterMs: seconds * 1000 });

let now: number;
let breaker: CircuitBreaker;

beforeEach(() => {
  now = 1_000_000;
  breaker = new CircuitBreaker(() => now);
});

function fail(model: string, times: number, error: unknown = unavailable): void {
  for (let time = 0; time < times; time += 1) breaker.failed(model, error);
}

test('leaves a model alone for thirty seconds after five failures in a row, and no other model', () => {
  fail('a', 3);
  fail('a', 1, limited);
  expect(breaker.enter('a')).toBe(0);
  fail('a', 1);
  expect([breaker.secondsUntilOpen('a'), breaker.enter('a')]).toEqual([30, 30]);
  expect(breaker.enter('b')).toBe(0);
  expect(breaker.open()).toEqual([{ model: 'a', until: 1_030_000, reason: 'no answer' }]);
});

test('after the pause exactly one call is let through until its outcome is known', () => {
  fail('a', 5);
  now += 30_000;
  expect(breaker.secondsUntilOpen('a')).toBe(0);
  expect([breaker.enter('a'), breaker.enter('a'), breaker.enter('a')]).toEqual([0, 5, 5]);
  expect(breaker.open()).toMatchObject([{ model: 'a' }]);
  breaker.succeeded('a');
  expect([breaker.enter('a'), breaker.enter('a')]).toEqual([0, 0]);
  expect(breaker.open()).toEqual([]);
});

test('a trial that fails begins the pause anew, one that was aborted leaves the next call to try', () => {
  fail('a', 5);
  now += 30_000;
  breaker.enter('a');
  fail('a', 1);
  expect(breaker.enter('a')).toBe(30);
  now += 30_000;
  breaker.enter('a');
  fail('a', 1, new Error('aborted'));
  expect([breaker.enter('a'), breaker.enter('a')]).toEqual([0, 5]);
});

test('waits at once for as long as the model asked, an hour at most, and never shortens a pause by it', () => {
  fail('a', 1, asksFor(120));
  expect(breaker.enter('a')).toBe(120);
  fail('a', 1, asksFor(1));
  expect(breaker.enter('a')).toBe(120);
  fail('b', 1, asksFor(1_000_000));
  expect(breaker.enter('b')).toBe(3600);
  fail('c', 4);
  fail('c', 1, asksFor(1));
  expect(breaker.enter('c')).toBe(30);
});

test('an answer that is of no use is an answer, and an aborted call says nothing', () => {
  fail('a', 4);
  fail('a', 1, new Error('aborted'));
  expect(breaker.enter('a')).toBe(0);
  fail('a', 1, new SummarizerError('empty', 'no text'));
  fail('a', 4);
  expect(breaker.enter('a')).toBe(0);
});

test.each([
  ['a success', () => breaker.succeeded('a')],
  ['an answer of no use', () => breaker.failed('a', new SummarizerError('empty', 'no text'))],
  ['a refusal', () => breaker.failed('a', new SummarizerError('rejected', 'no such model'))],
])('%s that was under way when the model asked for patience ends no pause', (_, end) => {
  expect([breaker.enter('a'), breaker.enter('a')]).toEqual([0, 0]);
  fail('a', 1, asksFor(120));
  end();
  expect(breaker.enter('a')).toBe(120);
  expect(breaker.open()).toMatchObject([{ model: 'a', reason: 'slow down' }]);
  now += 120_000;
  expect([breaker.enter('a'), breaker.enter('a')]).toEqual([0, 5]);
  end();
  expect(breaker.open()).toEqual([]);
});
