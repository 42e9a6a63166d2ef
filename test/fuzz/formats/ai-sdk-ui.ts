import * as fc from 'fast-check';
import { asObject, type Native, type Natives } from '../native';
import { call, few, text, url } from '../odds';

const textPart = text.map((said) => ({ type: 'text', text: said }));
const filePart = url.map((each) => ({ type: 'file', url: each, mediaType: 'image/png' }));
const aside = fc.constantFrom<Native>(
  { type: 'step-start' },
  { type: 'source-url', sourceId: 's', url: 'https://example.com' },
  { type: 'source-document', sourceId: 's', mediaType: 'application/pdf', title: 't' },
  { type: 'data-weather', id: 'w', data: { n: 1 } },
);
const reasoning = fc.constantFrom<Native>(
  { type: 'reasoning', text: 'hm', state: 'done' },
  { type: 'reasoning', text: 'hm', providerMetadata: { anthropic: { signature: 'sig==' } } },
);
const state = fc.oneof(
  fc.constantFrom<Native>(
    { state: 'input-streaming' },
    { state: 'input-available' },
    { state: 'approval-requested', approval: { id: 'ap' } },
    { state: 'approval-responded', approval: { id: 'ap', approved: true } },
    { state: 'output-error', errorText: 'no' },
    { state: 'output-denied', approval: { id: 'ap', approved: false } },
    { state: 'output-available', output: { n: 1 } },
  ),
  text.map((output) => ({ state: 'output-available', output })),
);
const toolPart = fc
  .record({ each: call, at: state, isDynamic: fc.boolean(), hasInput: fc.boolean() })
  .map(({ each: { id, name, arguments: args }, at, isDynamic, hasInput }) => ({
    ...(isDynamic ? { type: 'dynamic-tool', toolName: name } : { type: `tool-${name}` }),
    toolCallId: id,
    ...(hasInput || at['state'] !== 'input-streaming' ? { input: asObject(args) } : {}),
    ...at,
  }));

const id = fc.constantFrom('ui-1', 'ui-2', 'ui-3', '');
const odd: fc.Arbitrary<Native> = fc.oneof(
  fc.record({ id, role: fc.constant('system'), parts: few(textPart) }),
  fc.record({ id, role: fc.constant('user'), parts: few(fc.oneof(textPart, filePart, aside)) }),
  fc.record(
    {
      id,
      role: fc.constant('assistant'),
      parts: few(fc.oneof(textPart, filePart, aside, reasoning, toolPart, toolPart)),
      metadata: fc.constant({ at: 1 }),
    },
    { requiredKeys: ['id', 'role', 'parts'] },
  ),
);

/** A turn of this format holds its results: answers that come apart have no place and are written as a turn of their own. */
export const aiSdkUi: Natives = {
  format: 'ai-sdk-ui',
  saying: (role, said) => [{ id: `ui-${role}`, role, parts: [{ type: 'text', text: said }] }],
  calling: ({ text: said, calls, reasoning: thought }) => [
    {
      id: 'ui-calling',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        ...(thought ? [{ type: 'reasoning', text: thought.text, state: 'done' }] : []),
        ...(said === '' ? [] : [{ type: 'text', text: said }]),
        ...calls.map(({ id: toolCallId, name, arguments: args }) => ({
          type: `tool-${name}`,
          toolCallId,
          state: 'input-available',
          input: asObject(args),
        })),
      ],
    },
  ],
  answering: (answers) => [
    {
      id: 'ui-answering',
      role: 'assistant',
      parts: answers.map(({ id: toolCallId, name, text: said, isError }) => ({
        type: `tool-${name}`,
        toolCallId,
        input: {},
        ...(isError
          ? { state: 'output-error', errorText: said }
          : { state: 'output-available', output: said }),
      })),
    },
  ],
  odd,
};
