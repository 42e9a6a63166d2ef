import { checkOpenAiChat } from '.';

const user = { role: 'user', content: 'q' };
const calls = (...ids: string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
});
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: '' });

function broken(...messages: unknown[]): string[] {
  return checkOpenAiChat(messages).map(({ rule, index }) => `${index} ${rule}`);
}

describe('what chat completions accept', () => {
  it.each([
    ['nothing', []],
    [
      'a turn with tools, answered in any order',
      [user, calls('a', 'b'), result('b'), result('a'), { role: 'assistant', content: 'x' }],
    ],
    ['an id used again in another turn', [user, calls('a'), result('a'), calls('a'), result('a')]],
    [
      'an assistant that says nothing in text',
      [user, { role: 'assistant', content: '' }, { role: 'assistant', refusal: 'no' }],
    ],
  ])('%s', (_, messages) => {
    expect(broken(...messages)).toEqual([]);
  });
});

describe('what they refuse', () => {
  it.each([
    ['an unknown role', [{ role: 'robot', content: '' }, 5], ['0 role-known', '1 role-known']],
    ['a result first', [result('a')], ['0 result-answers-call']],
    ['a result of another call', [calls('a'), result('a'), result('b')], ['2 result-answers-call']],
    [
      'a result behind another message',
      [calls('a'), result('a'), user, result('a')],
      ['3 result-answers-call'],
    ],
    ['a call without result', [calls('a', 'b'), result('a'), user], ['0 call-answered']],
    ['a call open at the end', [user, calls('a')], ['1 call-answered']],
    [
      'a result that comes late',
      [calls('a'), user, result('a')],
      ['2 result-answers-call', '0 call-answered'],
    ],
    ['one id twice in a turn', [calls('a', 'a'), result('a')], ['0 call-ids-unique']],
    ['an empty list of calls', [{ role: 'assistant', content: 'x', tool_calls: [] }], ['0 calls-not-empty']],
    [
      'an empty assistant message',
      [
        { role: 'assistant', content: null },
        { role: 'assistant', content: [] },
      ],
      ['0 assistant-not-empty', '1 assistant-not-empty'],
    ],
  ])('%s', (_, messages, expected) => {
    expect(broken(...messages)).toEqual(expected);
  });
});
