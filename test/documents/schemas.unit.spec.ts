import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { descriptionOf, problemOf } from './compiled';
import { fateOf } from './fate';
import { goldenEvents } from './golden-events';

const producerMessages = readFileSync(join(__dirname, '../../docs/producers/messages.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): unknown => JSON.parse(line.split('\t')[1] ?? ''));

function message(data: unknown): object {
  return { type: 'MessageAppended', subject: 'c', data };
}

describe('the schemas of docs/schemas', () => {
  test.each(goldenEvents)('take the released event $file', ({ event }) => {
    expect(problemOf(event)).toBe('');
  });

  test('take what the producers of docs/producers send', () => {
    expect(producerMessages.map((data) => problemOf(message(data)))).toEqual(['', '', '', '']);
  });

  const hello = { role: 'user', content: 'x' };
  const taken: [string, object][] = [
    ['null as absent', { ...message(hello), id: null, time: null, tenantid: null, specversion: null }],
    ['a version as text', { ...message(hello), dataversion: '1' }],
    ['attributes of others', { ...message(hello), traceparent: '00-1-2-03', time: 'yesterday' }],
    ['parts in a format that has none', message({ format: 'openai-chat', ...hello, parts: 5 })],
    ['run marks', message({ ...hello, runId: 'r', iteration: 3 })],
  ];

  test.each(taken)('take %s, as the reader does', (_, event) => {
    expect(fateOf(event)).toBe('event');
    expect(problemOf(event)).toBe('');
  });

  const text = { type: 'text', text: 'x' };
  const call = { type: 'tool-call', id: 'c1', name: 'f', arguments: '{}' };
  const result = { type: 'tool-result', callId: 'c1', content: [text] };
  const uiTool = { type: 'tool-f', toolCallId: 'c1', input: {} };
  const refused: [string, unknown][] = [
    ['a message without a role', message({ content: 'x' })],
    ['a canonical message without a role', message({ parts: [text] })],
    ['an unknown role', message({ role: 'robot', content: 'x' })],
    ['an unknown part', message({ role: 'user', parts: [{ type: 'video', url: 'x' }] })],
    ['a part without its text', message({ role: 'user', parts: [{ type: 'text' }] })],
    ['a call without an id', message({ role: 'assistant', parts: [{ ...call, id: '' }] })],
    ['arguments that are no text', message({ role: 'assistant', parts: [{ ...call, arguments: {} }] })],
    ['a format that is none', message({ format: 'morse', role: 'user', content: 'x' })],
    [
      '`parts` where the format has `content`',
      message({ format: 'openai-chat', role: 'user', parts: [text] }),
    ],
    ['an item without a type', message({ format: 'openai-responses', call_id: 'c1', output: 'x' })],
    ['a block without its text', message({ format: 'anthropic', role: 'user', content: [{ type: 'text' }] })],
    ['a UI part without its state', message({ format: 'ai-sdk-ui', role: 'assistant', parts: [uiTool] })],
    ['an agent-zero message with a role only', message({ format: 'agent-zero', role: 'user', content: 'x' })],
    ['a ModelMessage of no role', message({ format: 'ai-sdk', role: 'robot', content: 'x' })],
    ['an iteration of 0', message({ role: 'user', content: 'x', iteration: 0 })],
    ['data that is no object', message('hello')],
    ['no data', { type: 'MessageAppended', subject: 'c' }],
    ['no subject', { type: 'MessageAppended', data: { role: 'user', content: 'x' } }],
    ['an empty subject', { ...message({ role: 'user', content: 'x' }), subject: '' }],
    [
      'another major version of CloudEvents',
      { ...message({ role: 'user', content: 'x' }), specversion: '2.0' },
    ],
    ['a dataversion of 0', { ...message({ role: 'user', content: 'x' }), dataversion: 0 }],
    ['a run without an id', { type: 'RunStarted', subject: 'c', data: {} }],
    ['a type that is none', { type: 'MessageDropped', subject: 'c', data: {} }],
  ];

  test.each(refused)('refuse %s, as the reader does', (_, event) => {
    expect(problemOf(event)).not.toBe('');
    expect(fateOf(event)).not.toBe('event');
  });

  const answer = { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text' }] };
  const badBlock = { format: 'anthropic', role: 'user', content: [answer] };

  /** Each is named in the schema's description. */
  const looser: [string, string, unknown][] = [
    ['MessageAppended', '524288 bytes of text', message({ role: 'user', content: 'x'.repeat(524_289) })],
    [
      'MessageAppended',
      '256 parts',
      message({ role: 'user', parts: Array.from({ length: 257 }, () => text) }),
    ],
    [
      'MessageAppended',
      '1048576 bytes',
      message({ role: 'user', content: '', native: 'x'.repeat(1_048_576) }),
    ],
    ['MessageAppended', 'nesting over 32', message({ role: 'user', content: 'x', native: nested(33) })],
    ['MessageAppended', 'lone surrogates', message({ role: 'user', content: 'x', runId: '\ud800' })],
    ['MessageAppended', 'function_call', message({ role: 'assistant', content: 'x', function_call: {} })],
    ['MessageAppended', 'calls outside assistant messages', message({ role: 'user', parts: [call] })],
    ['MessageAppended', 'results in system and', message({ role: 'system', parts: [result] })],
    ['MessageAppended', 'anything but results', message({ role: 'tool', parts: [result, text] })],
    ['MessageAppended', 'or none', message({ role: 'tool', parts: [] })],
    ['MessageAppended', 'blocks of an anthropic tool_result', message(badBlock)],
    ['envelope', '256 characters', { ...message({ role: 'user', content: 'x' }), id: 'x'.repeat(257) }],
    ['envelope', '2,500 bytes', { ...message({ role: 'user', content: 'x' }), ...longNames() }],
    ['envelope', 'NUL', { ...message({ role: 'user', content: 'x' }), subject: '\0' }],
  ];

  test.each(looser)('%s says that it is looser than the reader in `%s`', (name, note, event) => {
    expect(problemOf(event)).toBe('');
    expect(fateOf(event)).not.toBe('event');
    expect(descriptionOf(name)).toContain(note);
  });
});

function nested(depth: number): unknown {
  return depth === 0 ? 0 : [nested(depth - 1)];
}

/** Each within 256 characters, together too many bytes. */
function longNames(): object {
  const long = '😀'.repeat(250);
  return { id: long, subject: long, tenantid: long };
}
