import { openAiResponses as format } from '.';

type Item = Record<string, unknown>;

const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'c', output: 'ok' };
const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'e' };
const user = { role: 'user', content: 'hi' };
const image = { type: 'input_image', image_url: 'https://a.example/a.png' };
const shellCall = { type: 'shell_call', call_id: 's', action: { commands: ['ls'] } };
const printed = { stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } };
const shellOutput = { type: 'shell_call_output', call_id: 's', output: [printed] };
const computerCall = { type: 'computer_call', id: 'cu_1', call_id: 'p', action: { type: 'wait' } };
const screenshot = { type: 'computer_screenshot', file_id: 'file-1' };
const computerOutput = { type: 'computer_call_output', call_id: 'p', output: screenshot };
const patchCall = {
  type: 'apply_patch_call',
  call_id: 'a',
  operation: { type: 'delete_file' },
  status: 'completed',
};
const patchOutput = { type: 'apply_patch_call_output', call_id: 'a', status: 'completed' };

const said = (content: unknown, role = 'user'): Item => ({ role, content });
const pair = (callId: string): Item[] => [
  { ...call, call_id: callId },
  { ...output, call_id: callId },
];

const valid: Item[] = [
  user,
  thought,
  call,
  output,
  said([image, { type: 'input_text', text: 'a' }]),
  said([{ type: 'output_text', text: 'a' }], 'assistant'),
  shellCall,
  shellOutput,
  computerCall,
  computerOutput,
  patchCall,
  patchOutput,
];

/** The valid items with one put in place of another. */
const instead = (of: Item, ...items: Item[]): unknown => ({
  input: valid.flatMap((item) => (item === of ? items : [item])),
});
const alone = (...input: Item[]): unknown => ({ input });

const broken: readonly (readonly [rule: string, what: string, body: unknown])[] = [
  ['body-shape', 'a body that is a list', [user]],
  ['body-shape', 'no input', { instructions: 'a' }],
  ['body-shape', 'an item that is a text', { input: [user, 'hi'] }],
  ['body-shape', 'instructions that are a list', { input: 'a', instructions: [] }],
  ['input-not-empty', 'an empty list', { input: [] }],
  ['input-not-empty', 'an empty text', { input: '' }],
  ['item-shape', 'neither type nor role', alone({ content: 'a' })],
  ['item-shape', 'the role of chat completions', alone(said('a', 'tool'))],
  ['item-shape', 'no content', alone({ role: 'user' })],
  [
    'content-types',
    "an assistant's input_text",
    alone(said([{ type: 'input_text', text: 'a' }], 'assistant')),
  ],
  ['content-types', "a user's output_text", alone(said([{ type: 'output_text', text: 'a' }]))],
  [
    'content-types',
    'output_text in an output',
    instead(output, { ...output, output: [{ type: 'output_text', text: '' }] }),
  ],
  ['content-complete', 'no text', alone(said([{ type: 'input_text' }]))],
  ['content-complete', 'a refusal of nothing', alone(said([{ type: 'refusal' }], 'assistant'))],
  ['media-source', 'an image without source', alone(said([{ type: 'input_image', detail: 'low' }]))],
  [
    'media-source',
    'an image of another kind',
    alone(said([{ ...image, image_url: 'data:image/tiff;base64,aa' }])),
  ],
  ['media-source', 'an unknown detail', alone(said([{ ...image, detail: 'best' }]))],
  ['media-source', 'a file without source', alone(said([{ type: 'input_file', filename: 'a' }]))],
  [
    'media-source',
    'other sound',
    alone(said([{ type: 'input_audio', input_audio: { data: 'a', format: 'ogg' } }])),
  ],
  [
    'media-source',
    'a screenshot of nothing',
    instead(computerOutput, { ...computerOutput, output: { ...screenshot, file_id: '' } }),
  ],
  ['call-id-length', '65 characters', alone(...pair('x'.repeat(65)))],
  ['call-id-length', 'an empty call id', alone(...pair(''))],
  ['call-id-length', 'no call id', instead(output, output, { ...output, call_id: null })],
  ['call-ids-unique', 'a call id used again', instead(output, output, call, output)],
  ['call-ids-unique', 'two outputs', instead(output, output, output)],
  ['calls-answered', 'no output', instead(output)],
  ['calls-answered', 'no output of a shell', instead(shellOutput)],
  ['outputs-answer-calls', 'an orphan', alone(output)],
  ['output-shape', 'an object', instead(output, { ...output, output: { a: 1 } })],
  [
    'output-shape',
    'no outcome',
    instead(shellOutput, { ...shellOutput, output: [{ ...printed, outcome: null }] }),
  ],
  [
    'output-shape',
    'no screenshot',
    instead(computerOutput, { ...computerOutput, output: { ...screenshot, type: 'x' } }),
  ],
  ['output-shape', 'no status of a patch', instead(patchOutput, { ...patchOutput, status: 'done' })],
  ['call-arguments', 'an object', instead(call, { ...call, arguments: {} })],
  ['call-arguments', 'half of an object', instead(call, { ...call, arguments: '{"a":' })],
  ['call-arguments', 'no action', instead(shellCall, { ...shellCall, action: null })],
  ['call-arguments', 'no operation', instead(patchCall, { ...patchCall, operation: null })],
  ['tool-name', 'a dot', instead(call, { ...call, name: 'a.b' })],
  ['tool-name', 'no name', instead(call, { ...call, name: '' })],
  ['tool-name', '129 characters', instead(call, { ...call, name: 'a'.repeat(129) })],
  [
    'item-ids-unique',
    'one id twice',
    instead(call, { ...call, id: 'fc_1' }, { ...said('a', 'assistant'), id: 'rs_1', type: 'x' }),
  ],
  ['item-id-form', 'the call id as id', instead(call, { ...call, id: 'call_1' })],
  ['item-id-form', '65 characters', instead(call, { ...call, id: `fc_${'x'.repeat(62)}` })],
  ['item-id-form', 'an id that is null', instead(call, { ...call, id: null })],
  ['reasoning-followed', 'the user next', instead(thought, thought, user)],
  ['reasoning-followed', 'nothing next', instead(patchOutput, patchOutput, { ...thought, id: 'rs_2' })],
  ['reasoning-readable', 'neither id nor seal', instead(thought, { type: 'reasoning', summary: [] })],
  ['reasoning-summary', 'no summary', instead(thought, { ...thought, summary: undefined })],
  ['reasoning-summary', 'a summary of texts alone', instead(thought, { ...thought, summary: ['a'] })],
  [
    'reasoning-content',
    'content',
    instead(thought, { ...thought, content: [{ type: 'reasoning_text', text: 'a' }] }),
  ],
  ['response-keys', 'the status of reasoning', instead(thought, { ...thought, status: 'completed' })],
  ['response-keys', 'who made it', instead(call, { ...call, created_by: 'm' })],
  ['response-keys', 'parsed arguments', instead(call, { ...call, parsed_arguments: {} })],
  ['response-keys', 'the phase of a user', alone({ ...user, phase: 'final_answer' })],
  [
    'response-keys',
    'parsed text',
    alone(said([{ type: 'output_text', text: 'a', parsed: {} }], 'assistant')),
  ],
  ['text-length', 'a text', alone(said([{ type: 'input_text', text: 'x'.repeat(10_485_761) }]))],
];

describe('the rules of the Responses API', () => {
  it('accept a valid body', () => {
    expect(format.check({ input: valid, instructions: 'a' })).toEqual([]);
  });

  it.each(broken)('%s refuses %s', (rule, _, body) => {
    const found = format.check(body).map((violation) => violation.rule);
    expect(new Set(found)).toEqual(new Set([rule]));
  });

  it('refuse an output before its call, on either side', () => {
    const found = format.check(alone(output, call)).map(({ rule, index }) => [rule, index]);
    expect(found).toEqual([
      ['calls-answered', 1],
      ['outputs-answer-calls', 0],
    ]);
  });

  it('have each a mutation that breaks it, a fact and a source', () => {
    const names = format.rules.map(({ name }) => name);
    expect(new Set(broken.map(([rule]) => rule))).toEqual(new Set(names));
    for (const { fact, source } of format.rules) {
      expect(fact).toMatch(/\.$/);
      expect(source).toMatch(/^https:\/\//);
    }
  });

  it.each([
    ['reasoning without id at the end', alone(user, { ...thought, id: undefined })],
    ['two thoughts before one answer', instead(thought, thought, { ...thought, id: 'rs_2' })],
    ['an output of a call that is referred to', alone({ type: 'item_reference', id: 'fc_1' }, output)],
    [
      "a local shell's call answered as a function",
      alone({ ...shellCall, type: 'local_shell_call', call_id: 'c' }, output),
    ],
    ['words between call and output', alone(call, said('a', 'assistant'), user, output)],
    ['no arguments', instead(call, { ...call, arguments: '' })],
    ['an item of tomorrow', alone({ type: 'of_tomorrow', id: 1 })],
  ])('accept %s', (_, body) => {
    expect(format.check(body)).toEqual([]);
  });
});
