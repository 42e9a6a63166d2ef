import { SummarizerError } from '@verbatim/llm';
import { CircuitBreaker } from './circuit-breaker';

const unavailable = new SummarizerError('unavailable', 'no answer');
const limited = new SummarizerError('rate-limited', 'too many');

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
  expect(breaker.secondsUntilOpen('a')).toBe(0);
  fail('a', 1);
  expect(breaker.secondsUntilOpen('a')).toBe(30);
  expect(breaker.secondsUntilOpen('b')).toBe(0);
  expect(breaker.paused()).toEqual(['a']);
  now += 30_000;
  expect(breaker.secondsUntilOpen('a')).toBe(0);
  expect(breaker.paused()).toEqual([]);
});

test('after the pause one more failure is enough, and one success ends it', () => {
  fail('a', 5);
  now += 30_000;
  fail('a', 1);
  expect(breaker.secondsUntilOpen('a')).toBe(30);
  breaker.succeeded('a');
  fail('a', 4);
  expect(breaker.secondsUntilOpen('a')).toBe(0);
});

test('an answer that is of no use is an answer, and an aborted call says nothing', () => {
  fail('a', 4);
  fail('a', 1, new Error('aborted'));
  expect(breaker.secondsUntilOpen('a')).toBe(0);
  fail('a', 1, new SummarizerError('empty', 'no text'));
  fail('a', 4);
  expect(breaker.secondsUntilOpen('a')).toBe(0);
});
