import type { Message, Part, ToolResultPart } from '@verbatim/conversation';
import { openAiChat } from '.';
import type { MessageSource } from '../format';
import { JsonText } from '../json-text';
import { sourceOf } from './encoding.fixture';

function written(message: Message, changes: Partial<MessageSource> = {}) {
  const { text, losses } = openAiChat.encodeMessage(sourceOf(JSON.stringify(message), changes));
  const messages = JSON.parse(`[${text}]`) as unknown[];
  return { messages, losses: losses.map(({ part }) => part) };
}

const call = (id: string) => ({ type: 'tool-call', id, name: 'f', arguments: '{ }' }) as const;
const result = (callId: string): ToolResultPart => {
  return { type: 'tool-result', callId, content: [{ type: 'text', text: 'x' }] };
};
const chatCall = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{ }' } });
const chatResult = (id: string, content = 'x') => ({ role: 'tool', tool_call_id: id, content });

describe('a canonical message written as a chat message', () => {
  it('carries text, refusal and calls of an assistant, and lists what has no place', () => {
    const message: Message = {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'hm', signature: 's' },
        { type: 'text', text: 'a' },
        { type: 'data', name: 'refusal', value: 'no' },
        call('c1'),
        { type: 'data', name: 'citation', value: 1 },
      ],
    };
    expect(written(message)).toEqual({
      messages: [{ role: 'assistant', content: 'a', refusal: 'no', tool_calls: [chatCall('c1')] }],
      losses: [0, 4],
    });
    expect(written(message, { parts: [0] })).toEqual({ messages: [], losses: [0] });
  });

  it('reads a user message back as it was written', () => {
    const message: Message = {
      role: 'user',
      name: 'ada',
      parts: [
        { type: 'text', text: 'see' },
        { type: 'image', url: 'https://example.com/a.png', detail: 'low' },
        { type: 'file', url: 'data:audio/wav;base64,UklGRg==', mediaType: 'audio/wav' },
        { type: 'file', url: 'data:application/pdf;base64,JVBERg==', name: 'a.pdf' },
        { type: 'file', url: 'file-1' },
      ],
    };
    const { messages, losses } = written(message);
    expect(losses).toEqual([]);
    expect(openAiChat.decode(JsonText.parse(JSON.stringify(messages[0])), 'data')).toEqual(message);
  });

  it.each([
    { type: 'file', url: 'https://example.com/a.pdf' },
    { type: 'file', url: 'file_011CNha8iCJcU1wXNR6q4V8w' },
    { type: 'file', url: 'data:audio/ogg;base64,AAAA' },
    { type: 'image', url: 'sha256:00' },
  ] as const)('lists what OpenAI cannot fetch: %j', (part) => {
    expect(written({ role: 'user', parts: [part, { type: 'text', text: 'a' }] })).toEqual({
      messages: [{ role: 'user', content: 'a' }],
      losses: [0],
    });
    expect(written({ role: 'user', parts: [part] }).messages).toEqual([{ role: 'user', content: '' }]);
    expect(written({ role: 'system', parts: [part] })).toEqual({ messages: [], losses: [0] });
  });

  it('keeps the text of a result, and lists its images and its error mark', () => {
    const image = { type: 'image', url: 'https://example.com/a.png' } as const;
    const failed = { ...result('c'), isError: true, content: [image, { type: 'text' as const, text: 'x' }] };
    expect(written({ role: 'tool', parts: [failed] })).toEqual({
      messages: [chatResult('c')],
      losses: [0, 0],
    });
    expect(written({ role: 'system', parts: [image] }).losses).toEqual([0]);
  });

  it('writes results before what a user says beside them, and one message a result', () => {
    const message: Message = { role: 'user', parts: [{ type: 'text', text: 'q' }, result('a'), result('b')] };
    const user = { role: 'user', content: 'q' };
    expect(written(message).messages).toEqual([chatResult('a'), chatResult('b'), user]);
    expect(written(message, { parts: [2], role: 'tool' }).messages).toEqual([chatResult('b')]);
    expect(written(message, { parts: [0] }).messages).toEqual([user]);
  });

  it('writes each result that an assistant message holds behind its call', () => {
    const parts: Part[] = [
      call('a'),
      call('b'),
      result('a'),
      { type: 'text' as const, text: 't' },
      result('b'),
      call('c'),
    ];
    expect(written({ role: 'assistant', parts }).messages).toEqual([
      { role: 'assistant', content: null, tool_calls: [chatCall('a'), chatCall('b')] },
      chatResult('a'),
      chatResult('b'),
      { role: 'assistant', content: 't' },
      { role: 'assistant', content: null, tool_calls: [chatCall('c')] },
    ]);
  });

  it('shows a replacement for the content of a result, or for the texts of a message', () => {
    const image = { type: 'image', url: 'https://example.com/a.png' } as const;
    const replacement = '[Omitted]';
    expect(written({ role: 'tool', parts: [result('c')] }, { replacement }).messages).toEqual([
      chatResult('c', '[Omitted]'),
    ]);
    const parts = [image, { type: 'text' as const, text: 'a' }, { type: 'text' as const, text: 'b' }];
    expect(written({ role: 'user', parts }, { replacement }).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: image.url } },
          { type: 'text', text: '[Omitted]' },
        ],
      },
    ]);
  });
});
