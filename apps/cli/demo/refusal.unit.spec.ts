import { ApiError } from '../api-error';
import { CommandFailure } from '../failure';
import { refusalOf } from './refusal';

const answered = (status: number, code: string): ApiError => new ApiError({ status, code, detail: 'd' });

test.each([
  [409, 'open-calls', 'placeholder'],
  [422, 'budget-impossible', '--policy'],
  [503, 'projection-behind', 'ask again'],
  [413, 'too-large', 'VERBATIM_LIMIT_'],
  [400, 'another', 'goes on'],
])('%i %s becomes a line that says what to do', (status, code, advice) => {
  const step = refusalOf(answered(status, code), 'call 3');
  expect(step).toMatchObject({ step: 'refusal', what: 'call 3', code, detail: 'd' });
  expect(step.advice).toContain(advice);
});

test.each([
  answered(500, 'internal-error'),
  answered(503, 'log-unavailable'),
  answered(404, 'route-not-found'),
  new CommandFailure('nothing answers'),
])('a service that fails ends the demonstration: %s', (error) => {
  expect(() => refusalOf(error, 'call 3')).toThrow(error);
});
