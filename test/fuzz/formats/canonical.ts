import * as fc from 'fast-check';
import type { Answer, Call, Native, Natives } from '../native';
import { answer, call, few, text, url } from '../odds';

const written = ({ id, name, arguments: args }: Call) => ({ type: 'tool-call', id, name, arguments: args });
const result = ({ id, text: said, isError }: Answer) => ({
  type: 'tool-result',
  callId: id,
  content: said === '' ? [] : [{ type: 'text', text: said }],
  ...(isError ? { isError } : {}),
});

const model = fc.constantFrom('claude-sonnet-4-5', 'gpt-4o', 'other');
const textPart = text.map((said) => ({ type: 'text', text: said }));
const image = fc.record({ type: fc.constant('image'), url }, { requiredKeys: ['type', 'url'] });
const file = url.map((each) => ({ type: 'file', url: each, mediaType: 'application/pdf', name: 'a.pdf' }));
const reasoning = fc.record(
  { type: fc.constant('reasoning'), text, signature: fc.constant('sig=='), encrypted: fc.constant('gAAA') },
  { requiredKeys: ['type', 'text'] },
);
const data = fc.record({ type: fc.constant('data'), name: fc.constantFrom('refusal', 'x'), value: text });
const richResult = fc.tuple(answer, few(fc.oneof(textPart, image, file))).map(([each, content]) => ({
  ...result(each),
  content,
}));
const anyResult = fc.oneof(answer.map(result), richResult);

const odd: fc.Arbitrary<Native> = fc.oneof(
  fc.record({ role: fc.constantFrom('system', 'developer'), parts: few(textPart) }),
  fc.record({ role: fc.constant('user'), parts: few(fc.oneof(textPart, image, file, data, anyResult)) }),
  fc.record(
    {
      role: fc.constant('assistant'),
      parts: few(fc.oneof(textPart, reasoning, call.map(written), data, image, anyResult)),
      model,
      continues: fc.constant(true),
    },
    { requiredKeys: ['role', 'parts'] },
  ),
  fc.record({ role: fc.constant('tool'), parts: fc.array(anyResult, { minLength: 1, maxLength: 3 }) }),
);

export const canonical: Natives = {
  format: 'canonical',
  saying: (role, said) => [{ role, parts: [{ type: 'text', text: said }] }],
  calling: ({ text: said, calls, reasoning: thought }) => [
    {
      role: 'assistant',
      parts: [
        ...(thought
          ? [
              {
                type: 'reasoning',
                text: thought.text,
                ...(thought.seal === null ? {} : { signature: thought.seal }),
              },
            ]
          : []),
        ...(said === '' ? [] : [{ type: 'text', text: said }]),
        ...calls.map(written),
      ],
    },
  ],
  answering: (answers) => answers.map((each) => ({ role: 'tool', parts: [result(each)] })),
  odd,
};
