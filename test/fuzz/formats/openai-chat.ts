import * as fc from 'fast-check';
import { asObject, type Call, type Native, type Natives } from '../native';
import { argumentsText, base64, call, callId, few, some, text, toolName, url } from '../odds';

const written = ({ id, name, arguments: args }: Call) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

const textPart = text.map((said) => ({ type: 'text', text: said }));
const anyPart = fc.oneof(
  textPart,
  fc.record({ url, detail: fc.constantFrom('auto', 'low', 'high') }).map((image) => ({
    type: 'image_url',
    image_url: image,
  })),
  base64.map((data) => ({ type: 'input_audio', input_audio: { data, format: 'wav' } })),
  fc.constant({ type: 'file', file: { file_id: 'file-1', filename: 'a.pdf' } }),
);
const name = fc.constantFrom('ann', 'Professor E', 'a<b>', '');
const customCall = fc.record({
  id: callId,
  type: fc.constant('custom'),
  custom: fc.record({ name: toolName, input: argumentsText }),
});

const odd: fc.Arbitrary<Native> = fc.oneof(
  fc.record(
    { role: fc.constantFrom('system', 'developer'), content: fc.oneof(text, few(textPart)), name },
    { requiredKeys: ['role', 'content'] },
  ),
  fc.record(
    {
      role: fc.constant('user'),
      content: fc.oneof(text, few(anyPart)),
      name,
      tool_calls: few(call.map(written)),
    },
    { requiredKeys: ['role', 'content'] },
  ),
  some({
    content: fc.oneof(text, fc.constant(null), few(textPart)),
    refusal: fc.oneof(fc.constant(null), text),
    tool_calls: fc.oneof(fc.constant(null), few(fc.oneof(call.map(written), customCall))),
    reasoning_content: text,
    name,
    extra_content: argumentsText.map((args) => asObject(args)),
  }).map((keys) => ({ role: 'assistant', ...keys })),
  fc.record({ role: fc.constant('tool'), tool_call_id: callId, content: fc.oneof(text, few(textPart)) }),
);

export const openAiChat: Natives = {
  format: 'openai-chat',
  saying: (role, said) => [{ role, content: said }],
  calling: ({ text: said, calls, reasoning }) => [
    {
      role: 'assistant',
      content: said === '' ? null : said,
      tool_calls: calls.map(written),
      ...(reasoning ? { reasoning_content: reasoning.text } : {}),
    },
  ],
  answering: (answers) =>
    answers.map(({ id, text: said }) => ({ role: 'tool', tool_call_id: id, content: said })),
  odd,
};
