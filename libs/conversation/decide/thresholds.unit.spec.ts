import {
  assistant,
  contextOf,
  Conversation,
  countTokens,
  lines,
  modelSwitched,
  policy,
  result,
  user,
} from '../testing';
import { dueWork } from './due-work';
import { historyWindow } from './history-window';
import { reductionHints } from './hints';
import { thresholds } from './thresholds';

/** A user message of exactly so many tokens. */
const tokens = (count: number) => user('four'.repeat(count));

const tokenBased = policy({ preset: 'hpd-summarizing', strategy: 'token-based' });
const cutting = policy({ preset: 'hpd-counting', strategy: 'token-based', history: { summary: 'none' } });
const share = (triggerAt: number, keepRecent: number, window = {}) =>
  policy({ window, history: { unit: 'share', triggerAt, keepRecent, retriggerAt: triggerAt } });

describe('token-based, 8,000 and 1,000 (SPEC 2)', () => {
  it.each([
    ['with summaries', tokenBased],
    ['as cuts', cutting],
  ])('9,000 does nothing, 9,001 reduces to at most 8,000: %s', (_, assigned) => {
    const conversation = new Conversation().append(assigned);
    for (let count = 0; count < 9; count += 1) conversation.appendSettled(tokens(1_000));
    expect(conversation.head).toMatchObject({ liveTokens: 9_000, checkpoints: 0 });
    conversation.appendSettled(tokens(1));
    expect(conversation.head).toMatchObject({ liveTokens: 7_001, checkpoints: 1, activeCheckpoints: 1 });
    expect(conversation.activeRanges()).toEqual([[0, 2]]);
  });

  it('keeps the newest messages that hold 8,000 together, and not one more', () => {
    const conversation = new Conversation().append(tokenBased);
    conversation.appendSettled(tokens(1_001), tokens(1), tokens(4_000), tokens(4_000));
    expect(conversation.outline()).toMatchObject({ live: 2, active: [[0, 2]] });
    expect(conversation.head.liveTokens).toBe(8_000);
  });

  it('keeps as many small messages as that takes', () => {
    const conversation = new Conversation().append(tokenBased);
    conversation.append(...Array.from({ length: 901 }, () => tokens(10))).settle();
    expect(conversation.head.liveTokens).toBe(8_000);
    expect(conversation.activeRanges()).toEqual([[0, 101]]);
  });

  it('keeps the newest message however long it is', () => {
    const conversation = new Conversation().append(tokenBased);
    conversation.appendSettled(tokens(10), tokens(20_000));
    expect(conversation.outline()).toMatchObject({ live: 1, active: [[0, 1]], due: false });
    conversation.appendSettled(tokens(10));
    expect(conversation.outline()).toMatchObject({ live: 1, checkpoints: 2 });
  });

  it('counts neither pinned messages nor summaries, and says where it stands', () => {
    const conversation = new Conversation().append(tokenBased);
    conversation.append({
      type: 'MessageAppended',
      data: { role: 'system', parts: [{ type: 'text', text: 'four'.repeat(9_001) }] },
    });
    conversation.append(tokens(9_000));
    expect(reductionHints(conversation.head)).toEqual([
      { code: 'below-trigger', detail: '9000 live tokens, the next checkpoint is due at 9001' },
    ]);
    conversation.append(tokens(1));
    expect(reductionHints(conversation.head)).toEqual([
      { code: 'checkpoint-due', detail: '9001 live tokens, 8000 stay: a checkpoint is due' },
    ]);
  });

  it('single: the second summary takes in the first; layered: each stays', () => {
    const said = Array.from({ length: 11 }, () => tokens(1_000));
    const single = new Conversation().append(tokenBased).appendSettled(...said);
    expect(single.activeRanges()).toEqual([[0, 2]]);
    expect(lines(contextOf(single.appendSettled(tokens(1_000)))).at(0)).toBe('assistant: <summary 2>');
    expect(single.activeRanges()).toEqual([[0, 4]]);
    const layered = policy({
      preset: 'hpd-summarizing',
      strategy: 'token-based',
      useSingleSummary: false,
    });
    const both = new Conversation().append(layered).appendSettled(...said, tokens(1_000));
    expect(both.activeRanges()).toEqual([
      [0, 2],
      [2, 4],
    ]);
  });
});

describe('shares of the window', () => {
  it('of the model that was switched to, of the policy, of 128,000 tokens', () => {
    const conversation = new Conversation().append(share(0.5, 0.25));
    expect(historyWindow(conversation.head)).toBe(128_000);
    expect(historyWindow(conversation.head, 120_000)).toBe(120_000);
    expect(thresholds(conversation.head)).toMatchObject({ trigger: 64_000, keepRecent: 32_000 });
    conversation.append(share(0.5, 0.25, { maxTokens: 30_000 }));
    expect(thresholds(conversation.head)).toMatchObject({ trigger: 15_000, keepRecent: 7_500 });
    expect(historyWindow(conversation.head, 120_000)).toBe(30_000);
    conversation.append(modelSwitched(8_000));
    expect(thresholds(conversation.head)).toMatchObject({ trigger: 4_000, keepRecent: 2_000 });
    conversation.append(modelSwitched(200_000));
    expect(thresholds(conversation.head)).toMatchObject({ trigger: 15_000, keepRecent: 7_500 });
  });

  it('are rounded down, without what floating point adds or takes', () => {
    const conversation = new Conversation().append(share(0.57, 0.29), modelSwitched(100));
    expect(thresholds(conversation.head)).toMatchObject({ trigger: 57, keepRecent: 29 });
  });

  it('a switch to a smaller window makes a summary due at once, and a cut effective at once', () => {
    const conversation = new Conversation().append(share(0.5, 0.25));
    conversation.append(...Array.from({ length: 50 }, () => tokens(100)));
    expect(dueWork(conversation.head)).toEqual([]);
    conversation.append(modelSwitched(8_000));
    expect(dueWork(conversation.head)).toEqual(['history']);
    expect(conversation.settle().head).toMatchObject({ liveTokens: 2_000, model: 'model of 8000' });
    const history = { unit: 'share', triggerAt: 0.5, keepRecent: 0.25, retriggerAt: 0.5, summary: 'none' };
    const cut = new Conversation().append(policy({ history }));
    cut.append(...Array.from({ length: 50 }, () => tokens(100)), modelSwitched(8_000));
    expect(cut.head).toMatchObject({ liveTokens: 2_000, activeCheckpoints: 1 });
  });

  it('a switch without an entry of the registry leaves the model without a window of its own', () => {
    const conversation = new Conversation().append(share(0.5, 0.25), modelSwitched(8_000));
    conversation.append({ type: 'ModelSwitched', data: { to: 'another' } });
    expect(conversation.head).toMatchObject({ model: 'another', modelSwitch: { to: null } });
    expect(historyWindow(conversation.head)).toBe(128_000);
  });
});

describe('summaries avoided', () => {
  it('50 stored, then one at a time: seven steps, two calls, five avoided', () => {
    const conversation = new Conversation().append(...Array.from({ length: 50 }, () => user('said')));
    conversation.appendSettled(policy({ preset: 'hpd-summarizing' }));
    const steps = [[conversation.summaries, conversation.head.summariesAvoided]];
    for (let step = 1; step <= 6; step += 1) {
      conversation.appendSettled(user('said'));
      steps.push([conversation.summaries, conversation.head.summariesAvoided]);
    }
    expect(steps).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 4],
      [1, 5],
      [2, 5],
    ]);
  });

  it('none as long as no more is live than a reduction keeps', () => {
    const conversation = new Conversation().append(
      policy({ history: { triggerAt: 6, keepRecent: 3, retriggerAt: 6 } }),
      user('0'),
      user('1'),
      assistant('', ['a']),
      result('a'),
      assistant('4'),
      user('5'),
    );
    expect(conversation.settle().outline()).toMatchObject({ live: 2, active: [[0, 4]] });
    const avoided = [6, 7, 8].map((number) => conversation.append(user(`${number}`)).head.summariesAvoided);
    expect(avoided).toEqual([0, 1, 2]);
  });

  it('none before the first, none while one is due, none without an LLM', () => {
    const conversation = new Conversation().append(policy({ preset: 'hpd-summarizing' }));
    conversation.append(...Array.from({ length: 30 }, () => user('said')));
    expect(conversation.head.summariesAvoided).toBe(0);
    const counting = new Conversation().append(policy({ preset: 'hpd-counting' }));
    counting.append(...Array.from({ length: 30 }, () => user('said')));
    expect(counting.head).toMatchObject({ checkpoints: 1, summariesAvoided: 0 });
  });
});

it('tokens of the test are those that the fold is given', () => {
  expect(countTokens('four'.repeat(9_001))).toBe(9_001);
});
