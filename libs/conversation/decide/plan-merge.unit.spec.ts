import fc from 'fast-check';
import type { WrittenEvent } from '../testing';
import { Conversation, contextOf, lines, policy, revoke, turns } from '../testing';
import { planSummary } from './plan-summary';
import { dueWork } from './due-work';

/** A checkpoint at every fourth message, six at the first. */
const merging = (mergeSummariesAt: number, change: object = {}): WrittenEvent =>
  policy({ history: { triggerAt: 6, keepRecent: 2, retriggerAt: 6, mergeSummariesAt, ...change } });

const merges = ({ ws }: Conversation): string[] =>
  ws
    .checkpoints()
    .filter(({ supersedes }) => supersedes.length > 0)
    .map(({ id }) => id);

describe('mergeSummariesAt', () => {
  it('8: the oldest four become one when eight are active', () => {
    const conversation = new Conversation().append(merging(8)).appendSettled(...turns(6 + 4 * 6));
    expect(conversation.head.activeCheckpoints).toBe(7);
    conversation.append(...turns(4));
    // What is live comes first.
    expect(planSummary(conversation.ws)).toMatchObject({
      range: { messages: { from: 28, to: 32 } },
      supersedes: [],
    });
    conversation.settle();
    expect(conversation.head).toMatchObject({ checkpoints: 9, activeCheckpoints: 5 });
    expect(conversation.activeRanges().slice(0, 2)).toEqual([
      [0, 16],
      [16, 20],
    ]);
    const merged = conversation.ws.checkpoint(merges(conversation)[0] ?? '');
    const [first, , , fourth] = conversation.ws.checkpoints();
    expect(merged).toMatchObject({
      status: 'active',
      range: {
        from: first?.range.from,
        to: fourth?.range.to,
        fromMessage: first?.range.fromMessage,
        toMessage: fourth?.range.toMessage,
        messages: { from: 0, to: 16 },
      },
      supersedes: [0, 4, 8, 12].map((from) => expect.stringContaining(`checkpoint.${from}-${from + 4}.`)),
    });
    expect(lines(contextOf(conversation)).slice(0, 5)).toEqual(
      [9, 5, 6, 7, 8].map((number) => `user: <summary ${number}>`),
    );
  });

  it.each([
    [2, 2, 1],
    [3, 2, 2],
    [5, 2, 4],
    [8, 4, 5],
  ])('%i: %i become one and %i are left', (mergeAt, taken, left) => {
    const conversation = new Conversation().append(merging(mergeAt));
    conversation.appendSettled(...turns(6 + 4 * (mergeAt - 1)));
    expect(conversation.ws.checkpoint(merges(conversation)[0] ?? '')?.supersedes).toHaveLength(taken);
    expect(conversation.head.activeCheckpoints).toBe(left);
  });

  it('0: never, and neither in mode single nor without summaries', () => {
    for (const change of [{}, { mode: 'single' }, { summary: 'none' }]) {
      const conversation = new Conversation().append(merging(0, change)).appendSettled(...turns(200));
      const isSingle = 'mode' in change;
      expect(merges(conversation)).toHaveLength(isSingle ? 48 : 0);
    }
  });

  it('cuts of a policy without summaries are none of them', () => {
    const conversation = new Conversation()
      .append(merging(0, { summary: 'none' }))
      .appendSettled(...turns(60))
      .appendSettled(merging(2), ...turns(4));
    expect(conversation.head).toMatchObject({ activeCheckpoints: 15, mergeable: { summaries: 1 } });
    expect(dueWork(conversation.head)).toEqual([]);
    expect(conversation.appendSettled(...turns(4)).head.activeCheckpoints).toBe(15);
  });

  it('summaries that already are too many when the policy comes: half of them become one until few enough are left', () => {
    const conversation = new Conversation().append(merging(0)).appendSettled(...turns(6 + 4 * 19));
    expect(conversation.head.activeCheckpoints).toBe(20);
    expect(dueWork(conversation.head)).toEqual([]);
    conversation.append(merging(8));
    expect(dueWork(conversation.head)).toEqual(['history']);
    expect(conversation.settle().activeRanges()).toEqual([
      [0, 56],
      ...[56, 60, 64, 68, 72, 76].map((from) => [from, from + 4]),
    ]);
  });
});

describe('revocations', () => {
  it('revoking a merged summary makes what it superseded active again, and nothing merges it until the next policy', () => {
    const conversation = new Conversation().append(merging(4)).appendSettled(...turns(6 + 4 * 3));
    expect(conversation.activeRanges()).toEqual([
      [0, 8],
      [8, 12],
      [12, 16],
    ]);
    const counted = conversation.outline().counted;
    conversation.append(revoke(merges(conversation)[0] ?? ''));
    const restored = [0, 4, 8, 12].map((from) => [from, from + 4]);
    expect(conversation.activeRanges()).toEqual(restored);
    expect(conversation.outline()).toMatchObject({ counted, live: 2 });
    expect(dueWork(conversation.head)).toEqual([]);
    expect(conversation.settle().activeRanges()).toEqual(restored);
    // Later ones merge among themselves: the fourth beyond the revoked one.
    conversation.appendSettled(...turns(8));
    expect(conversation.activeRanges()).toEqual([
      [0, 4],
      [4, 8],
      [8, 16],
      [16, 20],
      [20, 24],
    ]);
    conversation.appendSettled(merging(4, { keepRecent: 3 }));
    expect(conversation.activeRanges()).toEqual([
      [0, 16],
      [16, 20],
      [20, 24],
    ]);
  });

  it('summaries on both sides of messages of a revoked range are not merged with each other', () => {
    const conversation = new Conversation().append(merging(0)).appendSettled(...turns(6 + 4 * 4));
    const [, second] = conversation.ws.checkpoints();
    conversation.append(revoke(second?.id ?? '')).appendSettled(merging(0), ...turns(1));
    conversation.append(revoke(conversation.ws.checkpoints().at(-1)?.id ?? ''));
    const before = conversation.activeRanges();
    expect(before).toContainEqual([0, 4]);
    expect(before).not.toContainEqual([4, 8]);
    conversation.append(merging(2, { triggerAt: 50, retriggerAt: 50 })).settle();
    for (const [from, to] of conversation.activeRanges()) expect(from < 4 && to > 4).toBe(false);
    expect(conversation.activeRanges()).toContainEqual([0, 4]);
  });
});

it('requests are bounded: one for each step of the trigger, and a merge for every so many of these', () => {
  const policies = fc.record({
    keepRecent: fc.integer({ min: 1, max: 5 }),
    step: fc.integer({ min: 1, max: 6 }),
    mergeSummariesAt: fc.integer({ min: 2, max: 12 }),
    bursts: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 60 }),
  });
  fc.assert(
    fc.property(policies, ({ keepRecent, step, mergeSummariesAt, bursts }) => {
      const triggerAt = keepRecent + step;
      const history = { triggerAt, keepRecent, retriggerAt: triggerAt, mergeSummariesAt };
      const conversation = new Conversation().append(policy({ history }));
      for (const burst of bursts) {
        conversation.append(...turns(burst)).settle();
        expect(conversation.head.activeCheckpoints).toBeLessThan(mergeSummariesAt);
      }
      const { messages, checkpoints } = conversation.head;
      const merged = merges(conversation).length;
      expect(checkpoints - merged).toBeLessThanOrEqual(Math.floor(messages / step));
      const smallest = Math.max(2, Math.floor(mergeSummariesAt / 2)) - 1;
      expect(merged).toBeLessThanOrEqual((checkpoints - merged) / smallest);
    }),
    { numRuns: 200 },
  );
});
