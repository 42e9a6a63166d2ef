import { JsonText } from '../json-text';
import { openAiResponses as format } from '.';
import { decoded } from './messages.fixture';

const assistant = { role: 'assistant', continues: true };

describe('decoding an item of the Responses API', () => {
  it.each([
    [
      'an easy message',
      { role: 'user', content: 'hi' },
      { role: 'user', parts: [{ type: 'text', text: 'hi' }] },
    ],
    ['an empty text as no content', { role: 'user', content: '' }, { role: 'user', parts: [] }],
    [
      'a message of a list',
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'a' },
          { type: 'input_image', image_url: 'https://a.example/a', detail: 'low' },
          { type: 'input_image', file_id: 'file-1' },
          { type: 'input_file', file_data: 'data:application/pdf;base64,aa', filename: 'a.pdf' },
          { type: 'input_file', file_url: 'https://a.example/b' },
          { type: 'input_audio', input_audio: { data: 'aa', format: 'wav' } },
          { type: 'scoped_content', x: 1 },
          { type: 'input_image', image_url: null },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'a' },
          { type: 'image', url: 'https://a.example/a', detail: 'low' },
          { type: 'image', url: 'file-1' },
          { type: 'file', url: 'data:application/pdf;base64,aa', name: 'a.pdf' },
          { type: 'file', url: 'https://a.example/b' },
          { type: 'file', url: 'data:audio/wav;base64,aa', mediaType: 'audio/wav' },
          { type: 'data', name: 'openai-responses:scoped_content', value: { type: 'scoped_content', x: 1 } },
          {
            type: 'data',
            name: 'openai-responses:input_image',
            value: { type: 'input_image', image_url: null },
          },
        ],
      },
    ],
    [
      'an output message as a piece of a turn',
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [
          { type: 'output_text', text: 'a', annotations: [] },
          { type: 'refusal', refusal: 'no' },
        ],
      },
      {
        ...assistant,
        parts: [
          { type: 'text', text: 'a' },
          { type: 'data', name: 'refusal', value: 'no' },
        ],
      },
    ],
    [
      'a custom call with its input',
      { type: 'custom_tool_call', call_id: 'c', name: 'f', input: 'x = 1' },
      { ...assistant, parts: [{ type: 'tool-call', id: 'c', name: 'f', arguments: 'x = 1' }] },
    ],
    [
      'a result of text',
      { type: 'function_call_output', call_id: 'c', output: 'ok' },
      {
        role: 'tool',
        parts: [{ type: 'tool-result', callId: 'c', content: [{ type: 'text', text: 'ok' }] }],
      },
    ],
    [
      'a screenshot',
      {
        type: 'computer_call_output',
        call_id: 'c',
        output: { type: 'computer_screenshot', file_id: 'file-1' },
      },
      {
        role: 'tool',
        parts: [{ type: 'tool-result', callId: 'c', content: [{ type: 'image', url: 'file-1' }] }],
      },
    ],
    [
      "a local shell's output that names its call by its own id",
      { type: 'local_shell_call_output', id: 'c', output: 'a' },
      { role: 'tool', parts: [{ type: 'tool-result', callId: 'c', content: [{ type: 'text', text: 'a' }] }] },
    ],
    [
      'a failed patch',
      { type: 'apply_patch_call_output', call_id: 'c', status: 'failed' },
      {
        role: 'tool',
        parts: [
          { type: 'tool-result', callId: 'c', content: [{ type: 'text', text: 'failed' }], isError: true },
        ],
      },
    ],
    [
      'reasoning by its summaries',
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [
          { type: 'summary_text', text: 'a' },
          { type: 'summary_text', text: 'b' },
        ],
        encrypted_content: 'e',
      },
      { ...assistant, parts: [{ type: 'reasoning', text: 'a\n\nb', encrypted: 'e' }] },
    ],
    [
      'reasoning by its content where it has no summary',
      {
        type: 'reasoning',
        summary: [],
        content: [{ type: 'reasoning_text', text: 'a' }],
        encrypted_content: null,
      },
      { ...assistant, parts: [{ type: 'reasoning', text: 'a' }] },
    ],
    [
      'what the provider ran as data',
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
      {
        ...assistant,
        parts: [
          {
            type: 'data',
            name: 'openai-responses:web_search_call',
            value: expect.objectContaining({ id: 'ws_1' }) as unknown,
          },
        ],
      },
    ],
    [
      'the model beside an item',
      { role: 'assistant', content: 'a', model: 'gpt-5' },
      { ...assistant, model: 'gpt-5', parts: [{ type: 'text', text: 'a' }] },
    ],
  ])('reads %s', (_, item, message) => {
    expect(decoded(item)).toEqual(message);
  });

  it.each([
    ['mcp_approval_response', { approval_request_id: 'r', approve: true }, 'user'],
    ['additional_tools', { role: 'developer', tools: [] }, 'developer'],
    ['compaction', { encrypted_content: 'e' }, 'assistant'],
    ['item_reference', { id: 'msg_1' }, 'assistant'],
    ['of_tomorrow', {}, 'assistant'],
  ])('gives %s to the one who made it', (type, members, role) => {
    const message = decoded({ type, ...members });
    expect(message.role).toBe(role);
    expect(message.parts).toMatchObject([{ type: 'data', name: `openai-responses:${type}` }]);
  });

  it('keeps arguments character by character and others as raw JSON', () => {
    const argumentsText = '{ "n": 12345678901234567890,\\n "x": 1.0 }'.replaceAll('"', '\\"');
    const call = `{"type":"function_call","call_id":"c","name":"f","arguments":"${argumentsText}"}`;
    expect(decoded(call).parts).toMatchObject([{ arguments: '{ "n": 12345678901234567890,\n "x": 1.0 }' }]);
    const action = '{ "type":"wait", "ms": 1.0, "z": 12345678901234567890 }';
    const computer = `{"type":"computer_call","call_id":"c","id":"cu_1","action": ${action}}`;
    expect(decoded(computer).parts).toMatchObject([{ name: 'computer', arguments: action }]);
    const printed = '[{"stdout":"a","stderr":"","outcome":{"type":"exit","exit_code":1.0}}]';
    const shell = decoded(`{"type":"shell_call_output","call_id":"c","output":${printed}}`);
    expect(shell.parts).toMatchObject([{ content: [{ text: printed }] }]);
  });

  it('reads instructions as a system message', () => {
    const data = JsonText.parse(format.systemData('"Be brief."'));
    expect(format.decode(data, 'data')).toEqual({
      role: 'system',
      parts: [{ type: 'text', text: 'Be brief.' }],
    });
  });

  it.each([
    ['no item', {}, 'data.type is missing'],
    ['a type that is no text', { type: 7 }, 'data.type: 7 is not a type'],
    ['another role', { role: 'robot', content: 'a' }, '"robot" is not a role'],
    ['no content', { role: 'user' }, 'data.content is missing'],
    ['an element without its text', { role: 'user', content: [{ type: 'input_text' }] }, 'data.content'],
    [
      'arguments that are no text',
      { type: 'function_call', call_id: 'c', name: 'f', arguments: {} },
      'data.arguments',
    ],
    ['no call id', { type: 'function_call_output', output: 'a' }, 'data.call_id'],
    ['instructions that are no text', { instructions: [] }, 'data.instructions'],
    ['a shell call without action', { type: 'shell_call', call_id: 'c' }, 'data.action is missing'],
  ])('refuses %s', (_, item, sentence) => {
    expect(() => decoded(item)).toThrow(sentence);
    expect(() => decoded(item)).toThrow(expect.objectContaining({ code: 'event-invalid' }) as Error);
  });
});
