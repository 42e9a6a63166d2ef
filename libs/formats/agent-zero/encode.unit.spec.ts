import type { Message, Part, ToolResultPart } from '@verbatim/conversation';
import { agentZero } from '.';
import type { MessageSource } from '../format';
import { sourceOf, stored } from './agent-zero.fixture';

function leaves(dataText: string, changes: Partial<MessageSource> = {}): string {
  return agentZero.encodeMessage(sourceOf(dataText, changes)).text;
}

function body(...messages: Message[]) {
  const encoded = messages.map((message) => agentZero.encodeMessage(sourceOf(JSON.stringify(message))));
  const { text } = agentZero.renderBody(encoded.map((message) => message.text));
  const value = JSON.parse(text) as { system?: unknown; messages: unknown[] };
  expect(agentZero.check(value)).toEqual([]);
  const notices = encoded.flatMap(({ losses, repairs }) => [...losses, ...repairs]);
  return { ...value, notices: notices.map(({ code, part }) => `${code} ${part ?? ''}`.trim()) };
}

const text = (value: string) => ({ type: 'text', text: value }) as const;
const call = (id: string, name: string, args = '{}'): Part => ({
  type: 'tool-call',
  id,
  name,
  arguments: args,
});
const result = (callId: string, name: string): ToolResultPart => {
  return { type: 'tool-result', callId, name, content: [text('r'), text('s')] };
};
const use = (tool_name: string, tool_args: object = {}) => ({ ai: true, content: { tool_name, tool_args } });
const answer = (tool_name: string, tool_result = 'r\ns') => ({
  ai: false,
  content: { tool_name, tool_result },
});

describe('a message that came as Agent Zero’s', () => {
  it('leaves as it came without our keys', () => {
    const text1 =
      '{"ai":true, "content":{"headline":"h","tool_name":"s","tool_args":{"n":12345678901234567890, "x":1.0}},"id":"7"}';
    expect(leaves(stored(text1).replace('}}', '}},"runId":"r"'))).toBe(text1);
    expect(leaves('{"format":"agent-zero","system":["a", "b"]}')).toBe('{"system":["a", "b"]}');
  });

  it('keeps everything but what a replacement stands for', () => {
    const of = (content: string) => stored(`{"ai":false,"content":${content},"id":"7"}`);
    expect(leaves(of('{"tool_name":"s","tool_result":"long","n":1.0}'), { replacement: '-' })).toBe(
      '{"ai":false,"content":{"tool_name":"s","tool_result":"-","n":1.0},"id":"7"}',
    );
    expect(leaves(of('{"user_message":"long"}'), { replacement: '-' })).toBe(
      '{"ai":false,"content":"-","id":"7"}',
    );
  });

  it('keeps its images and its call when a replacement stands for its texts', () => {
    const image = { type: 'image_url', image_url: { url: 'https://a.b/c.png' } };
    const raw = stored(
      JSON.stringify({ ai: false, content: { raw_content: [{ type: 'text', text: 'long' }, image] } }),
    );
    expect(JSON.parse(leaves(raw, { replacement: '-' }))).toEqual({
      ai: false,
      content: { raw_content: [{ type: 'text', text: '-' }, image], preview: '-\n[image]' },
    });
    const calling = stored('{"ai":true,"content":{"thoughts":["long"],"tool_name":"s","tool_args":{}}}');
    const { text: shown } = agentZero.renderBody([leaves(calling, { replacement: '-' })]);
    expect(JSON.parse(shown)).toEqual({
      messages: [{ ai: true, content: { thoughts: ['-'], tool_name: 's', tool_args: {} } }],
    });
    expect(leaves(stored('{"ai":true,"content":"long"}'), { replacement: '' })).toBe('');
  });

  it('shows some of its parts', () => {
    const raw = stored('{"ai":true,"content":{"headline":"h","tool_name":"s","tool_args":{"x":1.0}}}');
    const { text: body1 } = agentZero.renderBody([leaves(raw, { parts: [1] })]);
    expect(body1).toBe('{"messages":[{"ai":true,"content":{"tool_name":"s","tool_args":{"x":1.0}}}]}');
    expect(leaves(raw, { parts: [0] })).toBe('{"ai":true,"content":"{\\"headline\\":\\"h\\"}"}');
  });

  it.each(['" "', '{"raw_content":[]}'])(
    'is left out where it is blank, or named where it is a user’s: %s',
    (content) => {
      const left = (ai: boolean) =>
        agentZero.encodeMessage(sourceOf(stored(`{"ai":${ai},"content":${content}}`)));
      expect([left(true).text, left(false).text]).toEqual(['', '{"ai":false,"content":"[Empty message]"}']);
      expect([left(true), left(false)].map(({ repairs }) => repairs[0]?.code)).toEqual([
        'empty-content',
        'empty-content',
      ]);
    },
  );
});

describe('a message of another format', () => {
  it('has each call directly before its result, thoughts at the first one', () => {
    const calls = [call('a', 'f', '{"n": 1.0}'), text('so'), call('b', 'g'), call('c', 'f', 'x')];
    const { messages, notices } = body(
      { role: 'user', parts: [text('q')] },
      { role: 'assistant', parts: [text('hm'), ...calls] },
      { role: 'tool', parts: [result('c', 'f')] },
      { role: 'tool', parts: [result('a', 'f')] },
      { role: 'tool', parts: [result('b', 'g')] },
      { role: 'assistant', parts: [text('x'), text('y')] },
    );
    expect(messages).toEqual([
      { ai: false, content: 'q' },
      { ai: true, content: { thoughts: ['hm', 'so'], tool_name: 'f', tool_args: { n: 1 } } },
      answer('f'),
      use('g'),
      answer('g'),
      use('f', { arguments: 'x' }),
      answer('f'),
      { ai: true, content: ['x', 'y'] },
    ]);
    expect(notices).toEqual(['arguments-wrapped 4']);
  });

  it('keeps the arguments character by character', () => {
    const message = { role: 'assistant', parts: [call('a', 'f', '{ "n": 12345678901234567890, "x": 1.0 }')] };
    expect(agentZero.renderBody([leaves(JSON.stringify(message))]).text).toContain(
      '"tool_args":{ "n": 12345678901234567890, "x": 1.0 }',
    );
  });

  it('has its results where they belong, whatever message holds them', () => {
    const parts = [call('a', 'f'), call('b', 'g'), result('a', 'f'), text('t'), result('b', 'g')];
    expect(body({ role: 'assistant', parts }).messages).toEqual([
      use('f'),
      answer('f'),
      use('g'),
      answer('g'),
      { ai: true, content: 't' },
    ]);
    expect(
      body(
        { role: 'assistant', parts: [call('a', 'f')] },
        { role: 'user', parts: [text('q'), result('a', 'f')] },
      ).messages,
    ).toEqual([use('f'), answer('f'), { ai: false, content: 'q' }]);
  });

  it('uses an id again, in the same turn and later', () => {
    const f = call('a', 'f');
    const [first, second] = [result('a', 'f'), { ...result('a', 'f'), content: [text('2')] }];
    const turn: Message[] = [
      { role: 'assistant', parts: [f] },
      { role: 'assistant', parts: [f] },
      { role: 'tool', parts: [first] },
      { role: 'tool', parts: [second] },
    ];
    const expected = [use('f'), answer('f'), use('f'), answer('f', '2')];
    expect(body(...turn).messages).toEqual(expected);
    expect(body(...turn, { role: 'user', parts: [text('q')] }, ...turn).messages).toEqual([
      ...expected,
      { ai: false, content: 'q' },
      ...expected,
    ]);
  });

  it('never takes a result across what the user says', () => {
    const messages = ['{"ai":true,"content":{"tool_name":"f"}}', '{"ai":false,"content":"q"}'];
    const late = agentZero.encodeMissingResult('agent-zero:f', { name: 'f', again: null }, '-');
    expect(JSON.parse(agentZero.renderBody([...messages, late]).text)).toEqual({
      messages: [...messages.map((message): unknown => JSON.parse(message)), answer('f', '-')],
    });
  });

  it('gives instructions to the system prompt', () => {
    const said: Message = { role: 'user', parts: [text('q')] };
    expect(body({ role: 'system', parts: [text('a')] }, said).system).toBe('a');
    expect(
      body({ role: 'system', parts: [text('a')] }, said, { role: 'developer', parts: [text('b\n')] }).system,
    ).toBe('a\n\nb\n');
    const systems = ['{"system":["a\\u00e9","b"]}', '{"system":"c"}'];
    expect(agentZero.renderBody(systems).text).toBe('{"system":"a\\u00e9\\n\\nb\\n\\nc","messages":[]}');
    expect(agentZero.renderBody(systems.slice(0, 1)).text).toBe('{"system":["a\\u00e9","b"],"messages":[]}');
  });

  it('carries images of users, and lists what has no place', () => {
    const url = 'data:image/png;base64,AA==';
    const image = { type: 'image', url } as const;
    const { messages, notices } = body(
      { role: 'user', name: 'ada', parts: [text('see'), image, { type: 'file', url: 'file-1' }] },
      { role: 'assistant', parts: [{ type: 'reasoning', text: 'hm', signature: 's' }, call('a', 'f')] },
      { role: 'tool', parts: [{ ...result('a', 'f'), isError: true, content: [image, text('r')] }] },
      { role: 'assistant', parts: [{ type: 'data', name: 'refusal', value: 'no' }] },
    );
    expect(messages).toEqual([
      {
        ai: false,
        content: {
          raw_content: [
            { type: 'text', text: 'see' },
            { type: 'image_url', image_url: { url } },
          ],
          preview: 'see\n[image]',
        },
      },
      use('f'),
      answer('f', 'r'),
      { ai: true, content: 'no' },
    ]);
    expect(notices).toEqual([
      'part-not-carried 2',
      'part-not-carried',
      'part-not-carried 0',
      'part-not-carried 0',
      'part-not-carried 0',
    ]);
  });

  it('is named where a user says nothing that has a place, and left out of everyone else', () => {
    const file: Part = { type: 'file', url: 'file-1' };
    expect(body({ role: 'user', parts: [file] }, { role: 'user', parts: [] })).toEqual({
      messages: [
        { ai: false, content: '[Empty message]' },
        { ai: false, content: '[Empty message]' },
      ],
      notices: ['part-not-carried 0', 'empty-content', 'empty-content'],
    });
    const others = [
      { role: 'system', parts: [file] },
      { role: 'assistant', parts: [text(' ')] },
    ];
    for (const message of others) expect(leaves(JSON.stringify(message))).toBe('');
  });

  it('is not taken for a call because of its text', () => {
    const looksLikeOne = '{"tool_name":"f","tool_args":{}}';
    expect(body({ role: 'assistant', parts: [text(looksLikeOne)] }).messages).toEqual([
      { ai: true, content: [looksLikeOne] },
    ]);
    expect(JSON.parse(agentZero.encodeSummary(looksLikeOne, 'assistant'))).toEqual({
      ai: true,
      content: [looksLikeOne],
    });
  });

  it('shows replacements, missing results and summaries', () => {
    const dataText = JSON.stringify({ role: 'tool', parts: [result('a', 'f')] });
    const { text: body1 } = agentZero.renderBody([
      agentZero.encodeSummary('s', 'user'),
      leaves(JSON.stringify({ role: 'assistant', parts: [call('a', 'f'), call('b', 'g')] })),
      leaves(dataText, { replacement: '[Omitted]' }),
      agentZero.encodeMissingResult('b', { name: 'g', again: null }, '-'),
    ]);
    expect(JSON.parse(body1)).toEqual({
      messages: [{ ai: false, content: 's' }, use('f'), answer('f', '[Omitted]'), use('g'), answer('g', '-')],
    });
  });
});
