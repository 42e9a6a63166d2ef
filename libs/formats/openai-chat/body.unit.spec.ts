import { VerbatimError } from '@verbatim/conversation';
import { openAiChat } from '.';

const { renderBody, split, check } = openAiChat;
const call = (id: string) => `{"id":"${id}","type":"function","function":{"name":"f","arguments":"{ }"}}`;
const calls = (content: string, ...ids: string[]) =>
  `{"role":"assistant","content":${content},"tool_calls":[${ids.map(call).join(',')}]}`;
const result = (id: string) => `{"role":"tool","tool_call_id":"${id}","content":""}`;

function rendered(...fragments: string[]) {
  const { text, repairs } = renderBody(fragments);
  expect(check(JSON.parse(text))).toEqual([]);
  return {
    messages: split(text).messages,
    repairs: repairs.map(({ code, fragment }) => `${code} ${fragment}`),
  };
}

describe('a body', () => {
  it('is made of message texts, byte for byte, and splits into them again', () => {
    const texts = [
      '{ "role":"user","content":"1.0" }',
      openAiChat.encodeSummary('s', 'user'),
      calls('null', 'c'),
      openAiChat.encodeMissingResult('c', { name: 'f', again: null }, '-'),
    ];
    const { text } = renderBody([texts[0] ?? '', '', texts.slice(1).join(',')]);
    expect(text).toBe(`{"messages":[${texts.join(',')}]}`);
    expect(split(text)).toEqual({ system: null, messages: texts });
    expect(split(` [${texts.join(' , ')}] `).messages).toEqual(texts);
    expect(renderBody([])).toEqual({ text: '{"messages":[]}', repairs: [] });
  });

  it.each(['{"input":[]}', '"x"', '[1,', '{"messages":{}}'])('refuses %s', (text) => {
    expect(() => split(text)).toThrow(VerbatimError);
  });

  it('joins calls that are not answered yet with what the assistant says next', () => {
    const second = '{"role":"assistant","content":"b\\u00e9","x":1.0,"y":2}';
    expect(rendered(calls('"a"', 'a'), second, calls('null', 'b'), `${result('a')},${result('b')}`)).toEqual({
      messages: [
        `{"role":"assistant","content":"a\\nb\\u00e9","tool_calls":[${call('a')},${call('b')}],"x":1.0,"y":2}`,
        result('a'),
        result('b'),
      ],
      repairs: [],
    });
  });

  it('joins lists of content, and lists a key that has no place any more', () => {
    const first = calls('[{"type":"text","text":"a"}]', 'a').replace('{', '{"id":1,');
    const { messages, repairs } = rendered(first, '{"role":"assistant","content":"b","id":2}', result('a'));
    expect(messages[0]).toBe(
      `{"id":1,"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"tool_calls":[${call('a')}]}`,
    );
    expect(repairs).toEqual(['turns-merged 1']);
  });

  it('leaves other assistant messages that follow each other alone', () => {
    const said = [
      '{"role":"assistant","content":"a"}',
      calls('null', 'a'),
      result('a'),
      calls('null', 'a'),
      result('a'),
    ];
    expect(rendered(...said)).toEqual({ messages: said, repairs: [] });
  });

  it('makes several messages of more calls than OpenAI takes at once', () => {
    const ids = Array.from({ length: 200 }, (_, at) => `c${at}`);
    const user = '{"role":"user","content":"q"}';
    const { messages, repairs } = rendered(calls('"a"', ...ids), ...ids.map(result), user);
    expect(messages).toEqual([
      calls('"a"', ...ids.slice(0, 128)),
      ...ids.slice(0, 128).map(result),
      calls('null', ...ids.slice(128)),
      ...ids.slice(128).map(result),
      user,
    ]);
    expect(repairs).toEqual(['calls-split 0']);
  });
});

it('a system prompt given beside the messages is a message', () => {
  expect(openAiChat.systemData('"be brief"')).toBe(
    '{"format":"openai-chat","role":"system","content":"be brief"}',
  );
});
