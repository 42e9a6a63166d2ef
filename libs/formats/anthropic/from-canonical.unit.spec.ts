import type { Message, Part } from '@verbatim/conversation';
import { anthropic } from '.';
import { openAiChat } from '../openai-chat';
import { canonical, codes, encoded, rendered, sent, told } from './rendering.fixture';

const PNG = 'data:image/png;base64,iVBORw==';

const of = (role: Message['role'], ...parts: Part[]) => canonical({ role, parts });
const call = (id: string, args = '{}'): Part => ({ type: 'tool-call', id, name: 'f', arguments: args });
const result = (callId: string, ...content: Extract<Part, { type: 'tool-result' }>['content']): Part => ({
  type: 'tool-result',
  callId,
  content,
});
const text = (words: string) => ({ type: 'text' as const, text: words });

describe('a canonical message written for Anthropic', () => {
  it('carries text, images and files of the user, and lists what has no place', () => {
    const user = of(
      'user',
      text('see'),
      { type: 'image', url: PNG.replace('png', 'jpg') },
      { type: 'image', url: 'https://example.com/a.png', detail: 'low' },
      {
        type: 'file',
        url: 'data:application/pdf;base64,JVBERg==',
        mediaType: 'application/pdf',
        name: 'a.pdf',
      },
      { type: 'file', url: 'https://example.com/a.pdf?x=1' },
      { type: 'file', url: 'data:text/plain,caf%C3%A9' },
      { type: 'image', url: 'file-abc' },
      { type: 'image', url: 'http://example.com/a.png' },
      { type: 'image', url: 'data:image/tiff;base64,AAAA' },
      { type: 'file', url: 'data:audio/wav;base64,UklGRg==', mediaType: 'audio/wav' },
      { type: 'data', name: 'input_audio', value: {} },
    );
    expect(sent(user)).toEqual({
      messages: [
        {
          role: 'user',
          content: [
            text('see'),
            { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'iVBORw==' } },
            { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
            {
              type: 'document',
              source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' },
              title: 'a.pdf',
            },
            { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf?x=1' } },
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'café' } },
          ],
        },
      ],
      losses: [6, 7, 8, 9, 10].map((part) => `part-not-carried ${part}`),
      repairs: [],
    });
  });

  it('carries calls, a refusal as text, and no reasoning of others', () => {
    const assistant = of(
      'assistant',
      { type: 'reasoning', text: 'hm', encrypted: 'gAAA' },
      text('a'),
      { type: 'data', name: 'refusal', value: 'no' },
      call('c.1', '{ "n": 1.0, "m": 12345678901234567890 }'),
      { ...call('c2', 'not json'), name: 'a tool' } as Part,
      { type: 'image', url: PNG },
    );
    const { text: written, ...notices } = encoded(assistant);
    const id = /call_[0-9a-f]{24}/.exec(written)?.[0] ?? '';
    expect(written).toContain(
      `{"type":"tool_use","id":"${id}","name":"f","input":{ "n": 1.0, "m": 12345678901234567890 }}`,
    );
    expect(written).toContain(
      '{"type":"tool_use","id":"c2","name":"a_tool","input":{"arguments":"not json"}}',
    );
    expect(written).toContain('{"type":"text","text":"no"}');
    expect(codes(notices.losses)).toEqual(['part-not-carried 0', 'part-not-carried 5']);
    expect(codes(notices.repairs)).toEqual([
      'refusal-as-text 2',
      'call-id-changed 3',
      'tool-name-changed 4',
      'arguments-wrapped 4',
    ]);
    expect(encoded(of('tool', result('c.1', text('r')))).text).toContain(`"tool_use_id":"${id}"`);
    const call2 = { name: 'f', again: 'event-7' };
    const again = encoded(of('tool', result('c2')), { calls: new Map([['c2', call2]]) }).text;
    expect(again).toBe(anthropic.encodeMissingResult('c2', call2, '').replace(',"joins":true', ''));
    expect(again).not.toContain('"c2"');
  });

  it('carries results with images; of an error text alone, and something', () => {
    const image = { type: 'image' as const, url: PNG };
    expect(
      sent(of('tool', result('a', text('x'), image, { type: 'image', url: 'file-1' }))).messages,
    ).toEqual([
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'a',
            content: [
              text('x'),
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' } },
            ],
          },
        ],
      },
    ]);
    const failed = { ...result('a', image), isError: true } as Part;
    expect(sent(of('tool', failed))).toMatchObject({
      messages: [{ content: [{ content: '[No content]', is_error: true }] }],
      losses: ['part-not-carried 0'],
      repairs: ['empty-content 0'],
    });
  });

  it('puts the results of an assistant’s own calls behind the calls', () => {
    const turn = of('assistant', call('a'), call('b'), result('a'), text('so'), result('b'), text('done'));
    expect(sent(turn).messages).toMatchObject([
      { role: 'assistant', content: [{ id: 'a' }, { id: 'b' }] },
      { role: 'user', content: [{ tool_use_id: 'a' }, { tool_use_id: 'b' }] },
      { role: 'assistant', content: [text('so'), text('done')] },
    ]);
    expect(rendered([of('user', text('q')), turn]).violations).toEqual([]);
  });

  it('writes system and developer messages as the system prompt', () => {
    expect(sent(of('developer', text('be brief'))).messages).toEqual([{ system: 'be brief' }]);
    expect(sent(of('system', text('a'), text(' '), { type: 'image', url: PNG }, text('b')))).toEqual({
      messages: [{ system: [text('a'), text('b')] }],
      losses: ['part-not-carried 2'],
      repairs: ['empty-text 1'],
    });
    expect(encoded(of('system', text(''))).text).toBe('');
  });

  it('lists a name as lost, and carries reasoning that Anthropic sealed', () => {
    expect(sent(canonical({ role: 'user', name: 'ada', parts: [text('a')] })).losses).toEqual([
      'part-not-carried',
    ]);
    const parts: Part[] = [
      { type: 'reasoning', text: 't', signature: 's' },
      { type: 'reasoning', text: 't' },
      text('a'),
    ];
    expect(sent(canonical({ role: 'assistant', provider: 'anthropic', parts }))).toMatchObject({
      messages: [{ content: [{ type: 'thinking', thinking: 't', signature: 's' }, text('a')] }],
      losses: ['part-not-carried 1'],
    });
  });
});

describe('messages that came as OpenAI chat', () => {
  const chat = [
    { role: 'system', content: 'You help.' },
    { role: 'developer', content: [{ type: 'text', text: 'Briefly.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'hi' },
        { type: 'image_url', image_url: { url: PNG } },
      ],
    },
    {
      role: 'assistant',
      content: '',
      tool_calls: ['c:1', 'c2'].map((id) => ({
        id,
        type: 'function',
        function: { name: 'f', arguments: '{"n":1.0}' },
      })),
    },
    { role: 'tool', tool_call_id: 'c2', content: '' },
    { role: 'tool', tool_call_id: 'c:1', content: 'one' },
    { role: 'user', content: '' },
    { role: 'assistant', content: null, refusal: 'I will not.' },
    { role: 'assistant', content: 'bye ' },
  ].map((message) => told(openAiChat, 'openai-chat', JSON.stringify(message)));

  it('leave valid', () => {
    const { violations, text: body, losses, repairs } = rendered(chat);
    expect(violations).toEqual([]);
    expect(losses).toEqual([]);
    expect(body).toContain('"input":{"n":1.0}');
    expect(repairs.map(({ code }) => code)).toEqual([
      'call-id-changed',
      'empty-content',
      'refusal-as-text',
      'turns-merged',
      'trailing-space',
    ]);
  });
});
