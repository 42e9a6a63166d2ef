import * as fc from 'fast-check';
import type { Answer, Call, Native, Natives } from '../native';
import { answer, call, callId, few, text, url } from '../odds';

const written = ({ id, name, arguments: args }: Call) => ({
  type: 'function_call',
  call_id: id,
  name,
  arguments: args,
});
const output = ({ id, text: said }: Answer) => ({ type: 'function_call_output', call_id: id, output: said });

const itemId = fc.constantFrom('1', '2', '3');
const inputText = text.map((said) => ({ type: 'input_text', text: said }));
const inputPart = fc.oneof(
  inputText,
  url.map((image_url) => ({ type: 'input_image', image_url, detail: 'auto' })),
  fc.constant({ type: 'input_file', file_id: 'file-1' }),
);
const outputPart = fc.oneof(
  text.map((said) => ({ type: 'output_text', text: said, annotations: [] })),
  text.map((refusal) => ({ type: 'refusal', refusal })),
);
const reasoning = fc.record(
  {
    type: fc.constant('reasoning'),
    id: itemId.map((id) => `rs_${id}`),
    summary: few(text.map((said) => ({ type: 'summary_text', text: said }))),
    encrypted_content: fc.constantFrom('gAAA', null),
  },
  { requiredKeys: ['type', 'id', 'summary'] },
);
const otherCalls = fc.tuple(callId, itemId).chain(([call_id, id]) =>
  fc.constantFrom<Native>(
    { type: 'custom_tool_call', call_id, id: `ctc_${id}`, name: 'grep', input: 'not json' },
    { type: 'custom_tool_call_output', call_id, output: 'found' },
    {
      type: 'local_shell_call',
      call_id,
      id: `lsh_${id}`,
      status: 'completed',
      action: { type: 'exec', command: ['ls'], env: {} },
    },
    { type: 'local_shell_call_output', id: call_id, output: 'a' },
    {
      type: 'computer_call',
      call_id,
      id: `cu_${id}`,
      status: 'completed',
      action: { type: 'wait' },
      pending_safety_checks: [],
    },
    {
      type: 'computer_call_output',
      call_id,
      output: { type: 'computer_screenshot', image_url: 'https://example.com/a.png' },
    },
  ),
);
const hosted = fc.constantFrom<Native>(
  { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } },
  { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'AAAA' },
  { type: 'item_reference', id: 'msg_1' },
  { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 's', tools: [] },
  { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAA' },
  { type: 'from_the_future', id: 'x_1' },
);

const odd: fc.Arbitrary<Native> = fc.oneof(
  fc.record({
    role: fc.constantFrom('user', 'system', 'developer'),
    content: fc.oneof(text, few(inputPart)),
  }),
  fc.record({ role: fc.constant('assistant'), content: fc.oneof(text, few(outputPart)) }),
  fc.record({
    type: fc.constant('message'),
    id: itemId.map((id) => `msg_${id}`),
    status: fc.constantFrom('completed', 'incomplete'),
    role: fc.constant('assistant'),
    content: few(outputPart),
  }),
  fc.tuple(call, itemId).map(([each, id]) => ({ ...written(each), id: `fc_${id}`, status: 'completed' })),
  answer.map(output),
  fc.tuple(callId, few(inputPart)).map(([call_id, parts]) => ({
    type: 'function_call_output',
    call_id,
    output: parts,
  })),
  reasoning,
  otherCalls,
  hosted,
  text.map((instructions) => ({ instructions })),
);

export const openAiResponses: Natives = {
  format: 'openai-responses',
  saying: (role, said) => [{ role, content: said }],
  calling: ({ text: said, calls, reasoning: thought }) => [
    ...(thought
      ? [
          {
            type: 'reasoning',
            id: 'rs_9',
            summary: [{ type: 'summary_text', text: thought.text }],
            ...(thought.seal === null ? {} : { encrypted_content: thought.seal }),
          },
        ]
      : []),
    ...(said === '' ? [] : [{ role: 'assistant', content: said }]),
    ...calls.map(written),
  ],
  answering: (answers) => answers.map(output),
  odd,
};
