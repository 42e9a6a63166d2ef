import {
  assistant,
  contextOf,
  foldAll,
  handedOver,
  lines,
  policy,
  result,
  runCompleted,
  runStarted,
  summarize,
  system,
  toolLoop,
  user,
} from '../testing';

const summaries = policy({ history: { triggerAt: 6, keepRecent: 3, retriggerAt: 6 } });

describe('calls that are still open', () => {
  const open = [user('1'), assistant('', ['a', 'b']), result('a')];

  it('are refused with their ids, or shown with a placeholder', () => {
    const conversation = foldAll(open);
    expect(() => contextOf(conversation, { openCalls: 'refuse' })).toThrow(
      expect.objectContaining({ code: 'open-calls', details: { calls: ['b'] } }),
    );
    expect(lines(contextOf(conversation)).at(-1)).toBe('tool: [No result]');
  });

  it('are open no longer when the run ends, and the view has a new version then', () => {
    const conversation = foldAll([runStarted('r'), ...open]);
    const { viewVersion } = conversation.head;
    conversation.append(runCompleted('r'));
    expect(() => contextOf(conversation, { openCalls: 'refuse' })).not.toThrow();
    expect(conversation.head.viewVersion).toBeGreaterThan(viewVersion);
  });

  it('are answered by pending results', () => {
    const conversation = foldAll(open);
    const answer = handedOver('p', result('b', 'here'), conversation);
    const context = contextOf(conversation, { openCalls: 'refuse', pending: [answer] });
    expect(lines(context).at(-1)).toBe('tool: here');
  });
});

describe('pending messages', () => {
  it('come last, replace a covered newest user message and stay with their calls', () => {
    const conversation = foldAll([summaries, ...toolLoop(3), summarize('S1')]);
    const handed = [user('p1'), assistant('', ['x']), result('x'), result('y')];
    const context = contextOf(conversation, {
      pending: handed.map((spec, index) => handedOver(`p${index}`, spec, conversation)),
    });
    expect(lines(context).slice(0, 2)).toEqual(['user: <S1>', 'assistant: tool({})']);
    expect(lines(context).slice(-3)).toEqual(['user: p1', 'assistant: tool({})', 'tool: result of x']);
    expect(context.losses).toMatchObject([{ code: 'orphan-result', event: 'p3' }]);
  });

  it('are pinned where their role is', () => {
    const conversation = foldAll([user('1'), assistant('', ['a'])]);
    const rule = handedOver('p', system('rule'), conversation);
    expect(lines(contextOf(conversation, { pending: [rule] }))[0]).toBe('system: rule');
    expect(() => contextOf(conversation, { pending: [rule], openCalls: 'refuse' })).toThrow(/still open: a/);
  });
});
