import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { openAiChat } from '.';
import type { MessageSource } from '../format';
import { JsonText } from '../json-text';
import { sourceOf } from './encoding.fixture';

function leaves(dataText: string, changes: Partial<MessageSource> = {}): string {
  return openAiChat.encodeMessage(sourceOf(dataText, changes)).text;
}

function notices(
  message: object,
  changes: Partial<MessageSource> = {},
): { sent: unknown; notices: string[] } {
  const { text, losses, repairs } = openAiChat.encodeMessage(sourceOf(JSON.stringify(message), changes));
  return {
    sent: text === '' ? null : JSON.parse(text),
    notices: [...losses, ...repairs].map(({ code, part }) => `${code} ${part ?? ''}`.trim()),
  };
}

const call = (id: string, name = 'f') => ({
  id,
  type: 'function',
  function: { name, arguments: '{ "n": 1.0 }' },
});

describe('a message that came as a chat message', () => {
  it('leaves as the same text without the keys that are ours', () => {
    const dataText = String.raw`{"runId":"r", "role":"assistant","content":"\u00e9 \ud800 \u0000" ,"x":12345678901234567890,"y":1.0,"k":{"2":0,"1":0},"reasoning_content":"hm","format":"openai-chat","iteration":1}`;
    expect(leaves(dataText)).toBe(
      String.raw`{"role":"assistant","content":"\u00e9 \ud800 \u0000" ,"x":12345678901234567890,"y":1.0,"k":{"2":0,"1":0},"reasoning_content":"hm"}`,
    );
  });

  it('keeps everything but its content when a replacement is shown', () => {
    const dataText =
      '{"role":"tool", "tool_call_id":"c1","content":[{"type":"text","text":"long"}],"x":1.0,"runId":"r"}';
    expect(leaves(dataText, { replacement: '[Omitted]' })).toBe(
      '{"role":"tool", "tool_call_id":"c1","content":"[Omitted]","x":1.0}',
    );
  });

  it('keeps its images when a replacement stands for its texts', () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
    const content = [image, { type: 'text', text: 'a' }, image, { type: 'text', text: 'b' }];
    expect(notices({ role: 'user', content }, { replacement: '…' }).sent).toEqual({
      role: 'user',
      content: [image, { type: 'text', text: '…' }, image],
    });
  });

  it('shows some of its parts', () => {
    const dataText =
      '{"role":"assistant","content":"a","refusal":"r","x":1.0,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{ }"}}]}';
    expect(leaves(dataText, { parts: [0, 1] })).toBe(
      '{"role":"assistant","content":"a","refusal":"r","x":1.0}',
    );
    expect(leaves(dataText, { parts: [2] })).toBe(
      '{"role":"assistant","content":null,"x":1.0,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{ }"}}]}',
    );
    expect(leaves(dataText, { parts: [] })).toBe('');
  });

  it('has call ids, tool names and names as OpenAI takes them, the same ones every time', () => {
    const long = 'x'.repeat(41);
    const assistant = {
      role: 'assistant',
      content: null,
      name: 'Ada L.',
      tool_calls: [call(long, 'a.b c'), call('c')],
    };
    const { sent, notices: listed } = notices(assistant);
    const { text: answer } = openAiChat.encodeMessage(
      sourceOf(JSON.stringify({ role: 'tool', tool_call_id: long, content: '' })),
    );
    const id = (JSON.parse(answer) as { tool_call_id: string }).tool_call_id;
    expect(id).toMatch(/^call_[0-9a-f]{24}$/);
    expect(sent).toEqual({ ...assistant, name: 'Ada_L.', tool_calls: [call(id, 'a_b_c'), call('c')] });
    expect(listed).toEqual(['call-id-changed 0', 'tool-name-changed 0', 'name-changed']);
    expect(openAiChat.encodeMissingResult(long, { name: 'f', again: null }, '')).toContain(id);
  });

  it.each([
    [
      'media that is not a user’s',
      {
        role: 'assistant',
        content: [
          { type: 'image_url', image_url: { url: 'https://a.b/c' } },
          { type: 'text', text: 'x' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'x' }] },
      ['part-not-carried 0'],
    ],
    [
      'an image that is no image',
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'gs://a' } }] },
      { role: 'user', content: '' },
      ['part-not-carried 0'],
    ],
    [
      'audio of another format',
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'a', format: 'ogg' } }] },
      { role: 'user', content: '' },
      ['part-not-carried 0'],
    ],
    [
      'an image in a result',
      {
        role: 'tool',
        tool_call_id: 'c',
        content: [{ type: 'image_url', image_url: { url: 'https://a.b/c' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: '' },
      ['part-not-carried 0'],
    ],
    [
      'calls of a user',
      { role: 'user', content: 'x', tool_calls: [call('c')] },
      { role: 'user', content: 'x' },
      ['part-not-carried 1'],
    ],
    [
      'an empty list of calls',
      { role: 'assistant', content: 'x', tool_calls: [] },
      { role: 'assistant', content: 'x' },
      ['empty-calls'],
    ],
    [
      'a message without anything',
      { role: 'assistant', content: null, refusal: null },
      null,
      ['unused-members'],
    ],
  ])('leaves out %s', (_, message, sent, listed) => {
    expect(notices(message)).toEqual({ sent, notices: listed });
  });

  const dumped = {
    content: 'x',
    refusal: null,
    role: 'assistant',
    annotations: [],
    audio: null,
    function_call: null,
    tool_calls: null,
    parsed: null,
    name: null,
  };

  it.each<[string, object, object]>([
    ["what an SDK dumps of a message's model", dumped, { content: 'x', role: 'assistant' }],
    [
      'the same beside calls, whose content may be null',
      { ...dumped, content: null, tool_calls: [call('c')] },
      { content: null, role: 'assistant', tool_calls: [call('c')] },
    ],
    [
      'the same of a result',
      { role: 'tool', tool_call_id: 'c', content: 'x', name: null },
      { role: 'tool', tool_call_id: 'c', content: 'x' },
    ],
    ['the same of a user', { role: 'user', content: 'x', name: null }, { role: 'user', content: 'x' }],
  ])('leaves out members that say nothing: %s', (_, message, sent) => {
    expect(notices(message)).toEqual({ sent, notices: ['unused-members'] });
    expect(leaves(JSON.stringify(message), { keepsNulls: true })).toBe(JSON.stringify(message));
  });

  it('keeps annotations that say something, null in members of others, and the last of two members of one name', () => {
    const text =
      '{"role":"user","name":null,"content":"x","annotations":[{"a":1}],"extra":null,"name":"ann"}';
    expect(leaves(text)).toBe(text);
  });

  it('gives a file a name, without one its bytes are refused', () => {
    const file = { file_data: 'data:application/pdf;base64,JVBE' };
    const { sent, notices: listed } = notices({ role: 'user', content: [{ type: 'file', file }] });
    expect(sent).toEqual({ role: 'user', content: [{ type: 'file', file: { ...file, filename: 'file' } }] });
    expect(listed).toEqual(['file-name-added']);
  });

  it('leaves as it came, whatever it holds', () => {
    const texts = fc.string({ unit: 'binary' });
    const messages = fc.record(
      {
        role: fc.constant('assistant'),
        content: fc.oneof(
          texts,
          fc.array(fc.record({ type: fc.constant('text'), text: texts }), { minLength: 1 }),
        ),
        name: fc.stringMatching(/^[^\s<|\\/>]{1,20}$/),
        refusal: texts,
        tool_calls: fc.uniqueArray(
          fc.record({
            id: fc.string({ minLength: 1, maxLength: 40 }),
            type: fc.constant('custom'),
            custom: fc.record({ name: fc.stringMatching(/^[\w-]{1,64}$/), input: texts }),
            extra: fc.jsonValue(),
          }),
          { minLength: 1, selector: ({ id }) => id },
        ),
        extra: fc.jsonValue(),
      },
      { requiredKeys: ['role', 'content'] },
    );
    fc.assert(
      fc.property(messages, fc.nat(3), (message, indent) => {
        const text = JSON.stringify(message, null, indent);
        expect(leaves(text)).toBe(text);
      }),
    );
  });
});

it('golden chat messages leave as the text they came in', () => {
  const folder = join(__dirname, '../../../test/golden-events/v1');
  const files = readdirSync(folder).filter((file) => file.startsWith('MessageAppended.openai-chat'));
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const data =
      JsonText.parse(readFileSync(join(folder, file), 'utf8'))
        .property('data')
        ?.slice() ?? '';
    const ours = new Set(['format', 'runId', 'iteration']);
    const left = JsonText.parse(leaves(data, { keepsNulls: true })).members();
    const kept = JsonText.parse(data)
      .members()
      .filter(({ name }) => !ours.has(name));
    expect(left.map(({ value }) => value.slice())).toEqual(kept.map(({ value }) => value.slice()));
  }
});
