import { VerbatimError } from '@verbatim/conversation';
import { problem, problemOf, problemStatus } from './problem';

describe('a problem document', () => {
  it('says what, where and how much, and no figure replaces a standard member', () => {
    const error = new VerbatimError('open-calls', 'two calls are open', { calls: ['a'], status: 'odd' });
    expect(problemOf(error)).toEqual({
      type: 'urn:verbatim:problem:open-calls',
      title: 'Open calls',
      status: 409,
      code: 'open-calls',
      detail: 'two calls are open',
      calls: ['a'],
    });
  });

  it('has an error status for every code', () => {
    for (const status of Object.values(problemStatus)) expect(status).toBeGreaterThanOrEqual(400);
    expect(problem('log-unavailable', '').status).toBe(503);
  });
});
