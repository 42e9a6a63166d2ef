import type { Message } from '@verbatim/conversation';
import { openAiChat } from '.';

function written(message: Message, replacement?: string) {
  const encoded = openAiChat.encodeMessage({ dataText: JSON.stringify(message), message }, replacement);
  return { message: JSON.parse(encoded.text) as unknown, losses: encoded.losses.map(({ part }) => part) };
}

describe('a canonical message written as a chat message', () => {
  it('carries text, refusal and calls of an assistant, and lists what has no place', () => {
    const message: Message = {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'a' },
        { type: 'data', name: 'refusal', value: 'no' },
        { type: 'tool-call', id: 'c1', name: 'f', arguments: '{}' },
        { type: 'data', name: 'citation', value: 1 },
      ],
    };
    expect(written(message)).toEqual({
      message: {
        role: 'assistant',
        content: 'a',
        refusal: 'no',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      losses: ['parts[0]', 'parts[4]'],
    });
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
    const { message: sent, losses } = written(message);
    expect(losses).toEqual([]);
    expect(openAiChat.decode(JSON.stringify(sent))).toEqual(message);
  });

  it('lists a file by URL, an image outside a user message and the error mark of a result', () => {
    const image = { type: 'image', url: 'https://example.com/a.png' } as const;
    const result = {
      type: 'tool-result',
      callId: 'c',
      isError: true,
      content: [image, { type: 'text', text: 'x' }],
    } as const;
    expect(
      written({ role: 'user', parts: [{ type: 'file', url: 'https://example.com/a.pdf' }] }).losses,
    ).toEqual(['parts[0]']);
    expect(written({ role: 'system', parts: [image] }).losses).toEqual(['parts[0]']);
    expect(written({ role: 'tool', parts: [{ ...result, content: [...result.content] }] })).toEqual({
      message: { role: 'tool', tool_call_id: 'c', content: 'x' },
      losses: ['parts[0].isError', 'parts[0].content[0]'],
    });
  });

  it('shows a replacement for the content alone', () => {
    const message: Message = { role: 'tool', parts: [{ type: 'tool-result', callId: 'c', content: [] }] };
    expect(written(message, '[Omitted]').message).toEqual({
      role: 'tool',
      tool_call_id: 'c',
      content: '[Omitted]',
    });
  });
});
