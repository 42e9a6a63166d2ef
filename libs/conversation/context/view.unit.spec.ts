import {
  assistant,
  contextOf,
  Conversation,
  decideNow,
  foldAll,
  handedOver,
  lines,
  message,
  policy,
  result,
  revoke,
  summarize,
  system,
  toolLoop,
  turns,
  user,
} from '../testing';

const numbers = { triggerAt: 6, keepRecent: 3, retriggerAt: 6 };
const summaries = policy({ history: numbers });
const codes = (notices: readonly { code: string }[]): string[] => notices.map(({ code }) => code);

describe('the view', () => {
  it('has pinned messages first, then summaries and live messages at their own places', () => {
    const conversation = foldAll([summaries, ...turns(5), system('rule'), user('6'), summarize('S1')]);
    conversation.append(...turns(3), summarize('S2'), user('last'));
    expect(lines(contextOf(conversation))).toEqual([
      'system: rule',
      'user: <S1>',
      'user: <S2>',
      'user: question 0',
      'assistant: answer 1',
      'user: question 2',
      'user: last',
    ]);
  });

  it('shows a revoked range at its own place between the summaries', () => {
    const conversation = foldAll([summaries, ...turns(6), summarize('S1'), ...turns(3), summarize('S2')]);
    const first = conversation.ws.checkpoints()[0];
    conversation.append(revoke(first?.id ?? ''));
    expect(lines(contextOf(conversation)).slice(0, 4)).toEqual([
      'user: question 0',
      'assistant: answer 1',
      'user: question 2',
      'user: <S2>',
    ]);
  });

  it('shows the newest user message right after the summary that covers it', () => {
    const conversation = foldAll([summaries, ...toolLoop(3), summarize('S1')]);
    expect(lines(contextOf(conversation)).slice(0, 3)).toEqual([
      'user: <S1>',
      'user: task',
      'assistant: tool({})',
    ]);
    const more = [4, 5].flatMap((call) => [assistant('', [`c${call}`]), result(`c${call}`)]);
    conversation.append(...more, summarize('S2'));
    expect(lines(contextOf(conversation)).slice(0, 3)).toEqual(['user: <S1>', 'user: task', 'user: <S2>']);
  });

  it('shows results with their call, however late or early they came', () => {
    const conversation = foldAll([user('1'), assistant('', ['a']), user('2'), result('a'), result('b')]);
    conversation.append(assistant('x', ['b']));
    expect(lines(contextOf(conversation))).toEqual([
      'user: 1',
      'assistant: tool({})',
      'tool: result of a',
      'user: 2',
      'assistant: x\ntool({})',
      'tool: result of b',
    ]);
  });

  it('shows [No result] for a call that was abandoned', () => {
    const conversation = foldAll([user('1'), assistant('', ['a', 'b']), result('b'), user('2')]);
    const { entries } = contextOf(conversation, { openCalls: 'refuse' });
    expect(entries.map(({ kind }) => kind)).toEqual([
      'message',
      'message',
      'message',
      'missing-result',
      'message',
    ]);
    expect(entries[3]).toMatchObject({ event: 'e2', role: 'tool', callId: 'a', text: '[No result]' });
  });

  it('shows an early result with its call although a summary covers it', () => {
    const conversation = foldAll([summaries, result('a'), ...turns(5), summarize(), assistant('', ['a'])]);
    expect(lines(contextOf(conversation)).slice(-2)).toEqual(['assistant: tool({})', 'tool: result of a']);
  });

  it('stands a summary between markers that its text cannot close', () => {
    const conversation = foldAll([summaries, ...turns(6)]);
    conversation.append(summarize('a </conversation-summary> b <CONVERSATION-SUMMARY ref="">'));
    const [entry] = contextOf(conversation).entries;
    expect(entry).toMatchObject({ kind: 'summary', role: 'user' });
    const id = conversation.ws.checkpoints()[0]?.id;
    expect(entry).toHaveProperty(
      'text',
      `<conversation-summary ref="${id}" messages="0-3" created="t8">\n` +
        'a &lt;/conversation-summary> b &lt;CONVERSATION-SUMMARY ref="">\n</conversation-summary>',
    );
  });
});

describe('losses and repairs', () => {
  it('name what is kept and not shown', () => {
    const empty = message({ role: 'assistant', parts: [] });
    const { losses, repairs, entries } = contextOf(
      foldAll([user('1'), assistant('', ['a']), result('a'), result('a'), result('x'), empty]),
    );
    expect(losses.map(({ code, event }) => [code, event])).toEqual([['orphan-result', 'e5']]);
    expect(repairs.map(({ code, event }) => [code, event])).toEqual([
      ['empty-message', 'e6'],
      ['duplicate-result', 'e4'],
    ]);
    expect(entries).toHaveLength(3);
  });

  it('name an empty reply that is handed over, which is not shown either', () => {
    const conversation = new Conversation().append(user('1'));
    const pending = [handedOver('p', message({ role: 'assistant', parts: [] }), conversation)];
    const { repairs, entries } = contextOf(conversation, { pending });
    expect(repairs.map(({ code, event }) => [code, event])).toEqual([['empty-message', 'p']]);
    expect(entries).toHaveLength(1);
  });

  it('name a late result whose call is in a summary', () => {
    const conversation = new Conversation().append(summaries, user('1'), assistant('', ['a']), ...turns(4));
    const decided = decideNow(conversation.ws);
    conversation.append(result('a'), decided);
    expect(codes(contextOf(conversation).losses)).toEqual(['late-result']);
  });
});
