import { contextOf, Conversation, lines, policy, turns, user, type EventSpec } from '../testing';

const singles = (count: number): EventSpec[] =>
  Array.from({ length: count }, (_, index) => user(`m${index}`));
const agentkit = policy({ preset: 'agentkit' });
const hpd = { preset: 'hpd-summarizing', targetMessageCount: 20, summarizationThreshold: 5 };

/** How many checkpoints each message cost, from the first on. */
function costs(conversation: Conversation, messages: readonly EventSpec[]): number[] {
  return messages.map((message) => {
    const before = conversation.summaries;
    return conversation.appendSettled(message).summaries - before;
  });
}

describe('checkpoints of SPEC 1 with the defaults', () => {
  it.each([
    [99, 99, 0],
    [100, 10, 1],
    [110, 10, 2],
    [120, 10, 3],
  ])('%i messages stored: %i live, %i checkpoints', (messages, live, checkpoints) => {
    const conversation = new Conversation().append(agentkit).appendSettled(...turns(messages));
    expect(conversation.outline()).toMatchObject({ live, checkpoints });
    expect(conversation.head.messages).toBe(messages);
    expect(conversation.events).toHaveLength(1 + messages + checkpoints);
  });

  it('one for a burst of 120 that comes before the summarizer works', () => {
    const conversation = new Conversation().append(agentkit, ...turns(120)).settle();
    expect(conversation.outline()).toMatchObject({ live: 10, checkpoints: 1, active: [[0, 110]] });
  });

  it('1 + 30 for 200 turns of two messages, with every active summary in the context', () => {
    const conversation = new Conversation().append(agentkit).appendSettled(...turns(400));
    expect(conversation.head).toMatchObject({ messages: 400, checkpoints: 31, activeCheckpoints: 31 });
    const context = lines(contextOf(conversation));
    expect(context.slice(0, 31)).toEqual(Array.from({ length: 31 }, (_, at) => `user: <summary ${at + 1}>`));
    expect(context.slice(31)).toHaveLength(10);
  });

  it('the next one at T where retriggerAt says so', () => {
    const late = policy({ preset: 'agentkit', summarization: { retriggerAt: 100 } });
    const conversation = new Conversation().append(late).appendSettled(...turns(189));
    expect(conversation.head.checkpoints).toBe(1);
    expect(conversation.appendSettled(user('190')).head.checkpoints).toBe(2);
  });
});

describe('reductions of SPEC 2 with 20 and 5', () => {
  it('50 stored before the policy: 30 summarised, then the next at 26 live', () => {
    const conversation = new Conversation().append(...turns(50)).appendSettled(policy(hpd));
    expect(conversation.outline()).toMatchObject({ live: 20, active: [[0, 30]] });
    expect(costs(conversation, turns(6, 50))).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('the same in turns of two: three calls in seven turns', () => {
    const conversation = new Conversation().append(...turns(50)).appendSettled(policy(hpd));
    const spent = Array.from({ length: 6 }, (_, turn) => {
      const before = conversation.summaries;
      conversation.append(...turns(2, 50 + 2 * turn)).settle();
      return conversation.summaries - before;
    });
    expect([1, ...spent]).toEqual([1, 0, 0, 1, 0, 0, 1]);
  });

  it('growing one at a time: at 26, 32, 38, 44 and 50, six each', () => {
    const conversation = new Conversation().append(policy(hpd));
    const spent = costs(conversation, singles(50)).flatMap((cost, index) => (cost > 0 ? [index + 1] : []));
    expect(spent).toEqual([26, 32, 38, 44, 50]);
    expect(conversation.outline()).toMatchObject({ live: 20, active: [[0, 30]] });
  });

  it('counting: the same rhythm in the fold itself, without the summarizer', () => {
    const counting = policy({ ...hpd, preset: 'hpd-counting' });
    const conversation = new Conversation().append(counting, ...singles(50));
    expect(conversation.outline()).toMatchObject({ live: 20, due: false });
    expect(conversation.activeRanges()).toEqual([0, 6, 12, 18, 24].map((from) => [from, from + 6]));
    expect(lines(contextOf(conversation))).toHaveLength(20);
  });

  it('single: the second summary takes in the first and the six oldest', () => {
    const conversation = new Conversation().append(policy(hpd)).appendSettled(...singles(32));
    const [first, second] = conversation.ws.checkpoints();
    expect(first).toMatchObject({ status: 'superseded' });
    expect(second).toMatchObject({
      status: 'active',
      supersedes: [first?.id],
      range: { messages: { from: 0, to: 12 } },
    });
    expect(lines(contextOf(conversation))).toEqual([
      'assistant: <summary 2>',
      ...Array.from({ length: 20 }, (_, at) => `user: m${12 + at}`),
    ]);
  });

  it('layered: three reductions give three summaries and the last 20', () => {
    const layered = policy({ ...hpd, useSingleSummary: false });
    const conversation = new Conversation().append(layered).appendSettled(...singles(38));
    const context = lines(contextOf(conversation));
    expect(context.slice(0, 3)).toEqual([1, 2, 3].map((at) => `assistant: <summary ${at}>`));
    expect(context.slice(3)).toEqual(Array.from({ length: 20 }, (_, at) => `user: m${18 + at}`));
  });

  it('a cut never takes a summary out of the view', () => {
    const conversation = new Conversation().append(policy(hpd)).appendSettled(...singles(26));
    conversation.append(policy({ ...hpd, preset: 'hpd-counting' }), ...singles(6));
    expect(conversation.outline()).toMatchObject({
      live: 20,
      active: [
        [0, 6],
        [6, 12],
      ],
    });
    expect(lines(contextOf(conversation))[0]).toBe('assistant: <summary 1>');
  });
});
