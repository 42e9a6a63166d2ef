import {
  assistant,
  contextOf,
  foldAll,
  lines,
  handedOver,
  policy,
  result,
  runCompleted,
  summarize,
  system,
  toolLoop,
  turns,
  user,
} from '../testing';

const impossible = (messages: number, ceiling: number) =>
  expect.objectContaining({ code: 'budget-impossible', details: { messages, ceiling } });

describe('the ceiling of messages', () => {
  it('without steps shows exactly the last N, pinned ones apart, and says so', () => {
    const context = contextOf(foldAll([system('rule'), ...turns(10)]), { messages: 4, cutStep: 0 });
    expect(lines(context)).toEqual([
      'system: rule',
      'user: question 6',
      'assistant: answer 7',
      'user: question 8',
      'assistant: answer 9',
    ]);
    expect(context.degraded).toMatchObject([
      { code: 'window-cut', detail: expect.stringMatching(/^6 older/) },
    ]);
    expect(contextOf(foldAll(turns(4)), { messages: 4 }).degraded).toEqual([]);
  });

  it('with steps keeps the prefix for many calls', () => {
    const conversation = foldAll(turns(8));
    const heads = Array.from({ length: 17 }, (_, index) => {
      conversation.append(user(`m${8 + index}`));
      const context = contextOf(conversation, { messages: 16, cutStep: 0.25 });
      expect(context.entries.length).toBeLessThanOrEqual(16);
      return context.entries[0]?.event;
    });
    expect(heads.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 'e1'));
    expect(heads.slice(8)).toEqual(['e5', 'e5', 'e5', 'e5', 'e9', 'e9', 'e9', 'e9', 'e13']);
  });

  it('never splits a group', () => {
    const loop = [...toolLoop(3), assistant('done'), user('next')];
    expect(lines(contextOf(foldAll(loop), { messages: 3, cutStep: 0 }))).toEqual([
      'assistant: done',
      'user: next',
    ]);
  });

  it('always shows the newest user message, open groups and unread results', () => {
    const conversation = foldAll(toolLoop(5));
    expect(lines(contextOf(conversation, { messages: 3, cutStep: 0 }))).toEqual([
      'user: task',
      'assistant: tool({})',
      'tool: result 5',
    ]);
    expect(() => contextOf(conversation, { messages: 2, cutStep: 0 })).toThrow(impossible(3, 2));
    conversation.append(assistant('', ['x', 'y']), result('x'), assistant('', ['z']), result('z'));
    expect(lines(contextOf(conversation, { messages: 5, cutStep: 0 }))[0]).toBe('user: task');
    expect(() => contextOf(conversation, { messages: 4, cutStep: 0 })).toThrow(impossible(5, 4));
  });

  it('counts the covered newest user message and pending ones, and covered early results', () => {
    const summaries = policy({ history: { triggerAt: 6, keepRecent: 3, retriggerAt: 6 } });
    const conversation = foldAll([
      summaries,
      ...toolLoop(3),
      summarize('S1'),
      assistant('more'),
      assistant('x'),
      assistant('y'),
    ]);
    const handed = handedOver('p', assistant('pending'), conversation);
    expect(lines(contextOf(conversation, { messages: 4, cutStep: 0, pending: [handed] }))).toEqual([
      'user: <S1>',
      'user: task',
      'assistant: x',
      'assistant: y',
      'assistant: pending',
    ]);
    const early = foldAll([
      summaries,
      result('a'),
      result('b'),
      ...turns(4),
      summarize(),
      ...turns(2),
      assistant('', ['a', 'b']),
      assistant('done'),
      user('q'),
    ]);
    const context = contextOf(early, { messages: 5, cutStep: 0 });
    expect(lines(context).slice(1)).toEqual([
      'assistant: tool({})\ntool({})',
      'tool: result of a',
      'tool: result of b',
      'assistant: done',
      'user: q',
    ]);
    expect(lines(contextOf(early, { messages: 4, cutStep: 0 })).slice(1)).toEqual([
      'assistant: done',
      'user: q',
    ]);
  });

  it('need not show the newest user message where a pending one replaces it', () => {
    const conversation = foldAll([...toolLoop(2), assistant('done'), assistant('more')]);
    const handed = handedOver('p', user('next'), conversation);
    expect(lines(contextOf(conversation, { messages: 2, cutStep: 0, pending: [handed] }))).toEqual([
      'assistant: more',
      'user: next',
    ]);
    expect(lines(contextOf(conversation.append(runCompleted('r')), { messages: 2, cutStep: 0 }))).toEqual([
      'user: task',
      'assistant: more',
    ]);
  });
});
