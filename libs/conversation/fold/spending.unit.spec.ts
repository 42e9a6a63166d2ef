import type { SummaryRecord } from '../events';
import { Conversation, policy, summarize, turns, type EventSpec } from '../testing';

interface Cost extends SummaryRecord {
  readonly summarizer: string | null;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
}

const costing =
  (cost: Cost): EventSpec =>
  (ws) => {
    const spec = summarize();
    const written = typeof spec === 'function' ? spec(ws) : spec;
    if (written.type !== 'CheckpointCreated') throw new Error('no checkpoint');
    return { ...written, data: { ...written.data, ...cost } };
  };
const usage = { inputTokens: 100, outputTokens: 10 };

function spendingOf(...costs: readonly Cost[]) {
  const conversation = new Conversation().append(policy({ preset: 'hpd-summarizing' }));
  costs.forEach((cost, index) => {
    conversation.append(...turns(index === 0 ? 26 : 6, index === 0 ? 0 : 20 + 6 * index), costing(cost));
  });
  expect(conversation.outcomes.every(({ status }) => status === 'applied')).toBe(true);
  return conversation.head.spending;
}

it('adds up what each model was asked for', () => {
  const cost = { summarizer: 'p:a', usage, calls: 1 };
  expect(spendingOf(cost, { ...cost, calls: 3 }, { ...cost, summarizer: 'p:b' })).toEqual([
    { summarizer: 'p:a', calls: 4, inputTokens: 200, outputTokens: 20 },
    { summarizer: 'p:b', calls: 1, inputTokens: 100, outputTokens: 10 },
  ]);
});

it('names the model that was asked where something else made the summary in the end', () => {
  expect(spendingOf({ summarizer: 'extractive', asked: 'p:a', usage, calls: 2 })).toEqual([
    { summarizer: 'p:a', calls: 2, inputTokens: 100, outputTokens: 10 },
  ]);
});

it('has nothing of a summary that no model was asked for', () => {
  expect(spendingOf({ summarizer: 'extractive', usage: null, calls: 0 })).toEqual([]);
  expect(spendingOf({ summarizer: 'extractive', usage: null })).toEqual([]);
});

it('names fifty models at most, and adds up what others cost', () => {
  const spending = spendingOf(
    ...Array.from({ length: 53 }, (_, index) => ({ summarizer: `p:${index}`, usage, calls: 1 })),
    { summarizer: 'p:1', usage, calls: 1 },
    { summarizer: 'x'.repeat(300), usage, calls: 1 },
  );
  expect(spending).toHaveLength(51);
  expect(spending[1]).toMatchObject({ summarizer: 'p:1', calls: 2 });
  expect(spending.at(-1)).toEqual({ summarizer: 'others', calls: 4, inputTokens: 400, outputTokens: 40 });
});

it('counts one call for an event of before calls were counted', () => {
  expect(spendingOf({ summarizer: 'p:a', usage })).toMatchObject([{ calls: 1 }]);
});

it('counts a summary that is refused: it was paid', () => {
  const conversation = new Conversation().append(policy({ preset: 'hpd-summarizing' }), ...turns(26));
  const stale = costing({ summarizer: 'p:a', usage, calls: 1 });
  const written = typeof stale === 'function' ? stale(conversation.ws) : stale;
  conversation.append(written, { ...written, id: 'again' });
  expect(conversation.lastOutcome?.status).toBe('refused');
  expect(conversation.head.spending).toMatchObject([{ calls: 2, inputTokens: 200 }]);
});

it('counts the summaries of tool outputs', () => {
  const conversation = new Conversation().append(policy({ preset: 'chainlite' }));
  const shown = {
    callId: 'c',
    mode: 'summarized',
    replacement: 'r',
    tokensBefore: 9,
    tokensAfter: 1,
  } as const;
  const results = [1, 2].map((result) => ({
    ...shown,
    message: 'e',
    result,
    summarizer: 'p:a',
    usage,
    calls: 1,
  }));
  conversation.append({
    type: 'ToolResultsFiltered',
    data: { results, basis: 1, policyVersion: conversation.head.policy.version, attempt: 0 },
  });
  expect(conversation.head.spending).toEqual([
    { summarizer: 'p:a', calls: 2, inputTokens: 200, outputTokens: 20 },
  ]);
});
