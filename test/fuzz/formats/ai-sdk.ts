import * as fc from 'fast-check';
import { asObject, type Answer, type Call, type Native, type Natives } from '../native';
import { answer, base64, call, few, text, url } from '../odds';

const written = ({ id, name, arguments: args }: Call) => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: name,
  input: asObject(args),
});
const result = ({ id, name, text: said, isError }: Answer) => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: name,
  output: { type: isError ? 'error-text' : 'text', value: said },
});

const sealed = { anthropic: { signature: 'sig==' } };
const textPart = text.map((said) => ({ type: 'text', text: said }));
const image = fc.oneof(url, base64).map((each) => ({ type: 'image', image: each, mediaType: 'image/png' }));
const file = fc.oneof(url, base64).map((data) => ({
  type: 'file',
  data,
  mediaType: 'application/pdf',
  filename: 'a.pdf',
}));
const reasoning = fc.record({ said: text, isSealed: fc.boolean() }).map(({ said, isSealed }) => ({
  type: 'reasoning',
  text: said,
  ...(isSealed ? { providerOptions: sealed } : {}),
}));
const output = fc.oneof(
  fc.constant({ type: 'json', value: { n: 1, list: [null] } }),
  fc.constant({ type: 'error-json', value: 'no' }),
  fc.constant({ type: 'execution-denied', reason: 'no' }),
  few(
    fc.oneof(
      textPart,
      base64.map((data) => ({ type: 'media', data, mediaType: 'image/png' })),
    ),
  ).map((value) => ({ type: 'content', value })),
);
const richResult = fc.tuple(answer, output).map(([each, value]) => ({ ...result(each), output: value }));
const anyResult = fc.oneof(answer.map(result), richResult);
const executed = call.map((each) => ({ ...written(each), providerExecuted: true }));
const approval = fc.constant({ type: 'tool-approval-request', approvalId: 'ap', toolCallId: 'a' });

const odd: fc.Arbitrary<Native> = fc.oneof(
  text.map((content) => ({ role: 'system', content })),
  text.map((system) => ({ system })),
  fc.record({ role: fc.constant('user'), content: fc.oneof(text, few(fc.oneof(textPart, image, file))) }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.oneof(
      text,
      few(fc.oneof(textPart, file, reasoning, call.map(written), executed, anyResult, approval)),
    ),
  }),
  fc.record({
    role: fc.constant('tool'),
    content: few(
      fc.oneof(anyResult, fc.constant({ type: 'tool-approval-response', approvalId: 'ap', approved: true })),
    ),
  }),
);

export const aiSdk: Natives = {
  format: 'ai-sdk',
  saying: (role, said) => [{ role, content: said }],
  calling: ({ text: said, calls, reasoning: thought }) => [
    {
      role: 'assistant',
      content: [
        ...(thought
          ? [
              {
                type: 'reasoning',
                text: thought.text,
                ...(thought.seal === null
                  ? {}
                  : { providerOptions: { anthropic: { signature: thought.seal } } }),
              },
            ]
          : []),
        ...(said === '' ? [] : [{ type: 'text', text: said }]),
        ...calls.map(written),
      ],
    },
  ],
  answering: (answers) => [{ role: 'tool', content: answers.map(result) }],
  odd,
};
