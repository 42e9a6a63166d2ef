import * as fc from 'fast-check';
import { asObject, type Answer, type Call, type Native, type Natives } from '../native';
import { answer, base64, call, few, imageType, text } from '../odds';

const written = ({ id, name, arguments: args }: Call) => ({
  type: 'tool_use',
  id,
  name,
  input: asObject(args),
});
const result = ({ id, text: said, isError }: Answer) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: said,
  ...(isError ? { is_error: true } : {}),
});

const cached = fc.option(fc.constant({ type: 'ephemeral' }), { nil: undefined, freq: 3 });
const textBlock = fc.record({ said: text, cache_control: cached }).map(({ said, cache_control }) => ({
  type: 'text',
  text: said,
  ...(cache_control ? { cache_control } : {}),
}));
const image = fc.oneof(
  fc.record({ type: fc.constant('base64'), media_type: imageType, data: base64 }),
  fc.constant({ type: 'url', url: 'https://example.com/a.png' }),
  fc.constant({ type: 'file', file_id: 'file_1' }),
);
const imageBlock = image.map((source) => ({ type: 'image', source }));
const documentBlock = fc.constantFrom(
  { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'plain' }, title: 'a' },
  { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
);
const richResult = fc.tuple(answer, few(fc.oneof(textBlock, imageBlock))).map(([each, content]) => ({
  ...result(each),
  content,
}));
const emptyResult = answer.map(({ id }) => ({ type: 'tool_result', tool_use_id: id }));
const thinking = fc.constantFrom(
  { type: 'thinking', thinking: 'hm', signature: 'sig==' },
  { type: 'thinking', thinking: '', signature: 'sig==' },
  { type: 'redacted_thinking', data: 'c2VhbA==' },
);
const server = fc.constantFrom(
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
  { type: 'container_upload', file_id: 'f' },
  { type: 'from_the_future', value: 1 },
);

const userContent = few(
  fc.oneof(textBlock, imageBlock, documentBlock, answer.map(result), richResult, emptyResult),
);
const assistantContent = few(fc.oneof(textBlock, thinking, call.map(written), server));
const response = { id: 'msg_1', type: 'message', model: 'claude-sonnet-4-5', stop_reason: 'end_turn' };

const odd: fc.Arbitrary<Native> = fc.oneof(
  fc.record({ role: fc.constant('user'), content: fc.oneof(text, userContent) }),
  fc.record({ role: fc.constant('assistant'), content: fc.oneof(text, assistantContent) }),
  assistantContent.map((content) => ({
    ...response,
    role: 'assistant',
    content,
    usage: { input_tokens: 1 },
  })),
  fc.record({ system: fc.oneof(text, few(textBlock)) }),
  text.map((content) => ({ role: 'system', content })),
);

export const anthropic: Natives = {
  format: 'anthropic',
  saying: (role, said) => [{ role, content: said }],
  calling: ({ text: said, calls, reasoning }) => [
    {
      role: 'assistant',
      content: [
        ...(reasoning?.seal
          ? [{ type: 'thinking', thinking: reasoning.text, signature: reasoning.seal }]
          : []),
        ...(said === '' ? [] : [{ type: 'text', text: said }]),
        ...calls.map(written),
      ],
    },
  ],
  answering: (answers) => [{ role: 'user', content: answers.map(result) }],
  odd,
};
