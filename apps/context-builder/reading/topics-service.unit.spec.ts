import { TopicsService } from './topics-service';

const key = { tenant: 'default', conversation: 'c' };

it('shows in the tiers what it says is applied, also where that happens meanwhile', async () => {
  let isApplied = false;
  const requests = {
    ask: () => Promise.reject(new Error('nothing is asked for')),
    of: () =>
      Promise.resolve([
        {
          id: 1,
          what: null,
          state: 'done',
          event: 'e',
          error: null,
          reason: null,
          requestedAt: new Date(0),
        } as const,
      ]),
  };
  const reader = {
    head: () => Promise.resolve(null),
    decide: () =>
      Promise.resolve({ items: [], budget: null, degraded: isApplied ? [{ code: 'new', detail: '' }] : [] }),
    fate: () => {
      isApplied = true;
      return Promise.resolve({ kind: 'journaled', status: 'applied' });
    },
  };
  const answer = await new TopicsService(reader as never, requests).topics(key);
  expect([answer.compactions[0]?.state, answer.degraded]).toEqual(['applied', [{ code: 'new', detail: '' }]]);
});
