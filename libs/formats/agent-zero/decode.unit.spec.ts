import { VerbatimError } from '@verbatim/conversation';
import { JsonText } from '../json-text';
import { agentZero } from '.';
import { read } from './agent-zero.fixture';

const parts = (ai: boolean, content: unknown) => read({ ai, content }).parts;
const text = (value: string) => ({ type: 'text', text: value });
const call = (name: string, args: string) => {
  return { type: 'tool-call', id: `agent-zero:${name.split(':')[0]}`, name, arguments: args };
};

describe('reading a message of Agent Zero', () => {
  it('reads texts, lists of them, and anything else as the JSON that the model sees', () => {
    expect(read({ ai: false, content: 'q' })).toEqual({ role: 'user', parts: [text('q')] });
    expect(read({ ai: true, content: 'a', id: 1, summary: '' })).toEqual({
      role: 'assistant',
      parts: [text('a')],
    });
    expect(parts(false, ['a', { type: 'text', text: 'b' }])).toEqual([text('a'), text('b')]);
    expect(parts(false, { user_message: 'q', attachments: ['a.png'] })).toEqual([
      text('{"user_message":"q","attachments":["a.png"]}'),
    ]);
    expect(parts(false, [{ a: 1 }])).toEqual([text('[{"a":1}]')]);
    expect(parts(true, '')).toEqual([]);
  });

  it('reads the images of a raw message', () => {
    const pieces = [
      { type: 'image_url', image_url: { url: 'https://a.b/c.png' } },
      { type: 'text', text: 't' },
    ];
    expect(parts(false, { raw_content: pieces, preview: 'p' })).toEqual([
      { type: 'image', url: 'https://a.b/c.png' },
      text('t'),
    ]);
  });

  it('reads a call with its arguments as written, as an object or as the text that the model wrote', () => {
    const raw =
      '{"ai":true,"content":{"thoughts":["hm"],"tool_name":"search","tool_args":{ "n": 12345678901234567890, "x": 1.0 }}}';
    const expected = call('search', '{ "n": 12345678901234567890, "x": 1.0 }');
    expect(agentZero.decode(JsonText.parse(raw), 'data')).toEqual({
      role: 'assistant',
      parts: [text('{"thoughts":["hm"]}'), expected],
    });
    expect(
      parts(true, '\n{"tool_name":"search","tool_args":{ "n": 12345678901234567890, "x": 1.0 }}'),
    ).toEqual([expected]);
    expect(parts(true, { tool_name: 'wait' })).toEqual([call('wait', '{}')]);
    expect(parts(true, { tool_name: 'code:run', tool_args: {} })).toEqual([call('code:run', '{}')]);
    expect(parts(true, 'I use {"tool_name":"a"}')).toEqual([text('I use {"tool_name":"a"}')]);
  });

  it('reads a result with all that the model sees of it', () => {
    expect(read({ ai: false, content: { tool_name: 'search', tool_result: 'found', file: 'a' } })).toEqual({
      role: 'tool',
      parts: [
        {
          type: 'tool-result',
          callId: 'agent-zero:search',
          name: 'search',
          content: [text('found'), text('{"file":"a"}')],
        },
      ],
    });
    expect(read({ ai: false, content: { tool_name: 's', tool_result: { a: 1 } } }).parts[0]).toMatchObject({
      content: [text('{"a":1}')],
    });
  });

  it('reads the answer that ends a turn as what the assistant says', () => {
    expect(parts(true, { tool_name: 'response', tool_args: { text: 'done' } })).toEqual([text('done')]);
    expect(parts(true, { tool_name: 'response', tool_args: { code: 1 } })).toEqual([
      call('response', '{"code":1}'),
    ]);
  });

  it('reads what stands apart as a system message', () => {
    expect(read(JSON.parse(agentZero.systemData('["a","b"]')))).toEqual({
      role: 'system',
      parts: [text('a'), text('b')],
    });
    expect(read({ format: 'agent-zero', system: 's' }).parts).toEqual([text('s')]);
  });

  it.each([
    [{ content: 'a' }, 'data.ai is missing'],
    [{ ai: 'yes', content: 'a' }, 'data.ai: expected boolean, got string'],
    [{ ai: true }, 'data.content is missing'],
    [{ ai: true, content: 4 }, 'data.content: expected string or array or record, got number'],
    [{ system: 4 }, 'data.system: expected string or array, got number'],
    ['x', 'data: expected object, got string'],
  ])('refuses %j in one sentence', (data, sentence) => {
    expect(() => read(data)).toThrow(new VerbatimError('event-invalid', sentence));
  });
});
