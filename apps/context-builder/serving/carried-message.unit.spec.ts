import { JsonText, readMessageData } from '@verbatim/formats';
import { noLimits, type FormatName } from '@verbatim/conversation';
import { carriedMessage } from './carried-message';

const pixel = `data:image/png;base64,${'iVBORw0KGgo'.repeat(20)}`;

function typesOf(data: object, target: FormatName, model: string): string[] {
  const dataText = JSON.stringify(data);
  const message = readMessageData(JsonText.parse(dataText), noLimits).data;
  return carriedMessage(message, dataText, { target, model }).parts.map(({ type }) => type);
}

const chat = {
  role: 'user',
  content: [
    { type: 'text', text: 'hi' },
    { type: 'image_url', image_url: { url: pixel } },
    { type: 'file', file: { file_id: 'file-1' } },
  ],
};
const thought = {
  format: 'anthropic',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [
    { type: 'thinking', thinking: 'so', signature: 'c2lnbmVk' },
    { type: 'text', text: 'yes' },
  ],
};

it.each<[FormatName, string, object, string[]]>([
  ['openai-chat', 'gpt-4o', chat, ['text', 'image', 'file']],
  ['anthropic', 'claude-sonnet-4-5', chat, ['text', 'image']],
  ['agent-zero', 'gpt-4o', chat, ['text', 'image']],
  ['anthropic', 'claude-sonnet-4-5', thought, ['reasoning', 'text']],
  ['anthropic', 'claude-opus-4-5', thought, ['text']],
  ['openai-chat', 'gpt-4o', thought, ['text']],
])('to %s with %s', (target, model, data, types) => {
  expect(typesOf(data, target, model)).toEqual(types);
});

it('of a result only what the target takes', () => {
  const data = {
    format: 'anthropic',
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'a',
        content: [
          { type: 'text', text: 'seen' },
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoA'.repeat(9) },
          },
        ],
      },
    ],
  };
  const dataText = JSON.stringify(data);
  const message = readMessageData(JsonText.parse(dataText), noLimits).data;
  const contents = (target: FormatName) =>
    carriedMessage(message, dataText, { target, model: 'gpt-4o' }).parts.flatMap((part) =>
      part.type === 'tool-result' ? part.content.map(({ type }) => type) : [],
    );
  expect(contents('anthropic')).toEqual(['text', 'image']);
  expect(contents('openai-chat')).toEqual(['text']);
});
