import { type Message, VerbatimError } from '@verbatim/conversation';
import { JsonText } from '../json-text';
import { decode } from './decode';

const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{ "n": 1.0 }' } });

function read(message: unknown): Message {
  return decode(JsonText.parse(JSON.stringify(message)), 'messages[3]');
}

function problem(message: unknown): string {
  try {
    read(message);
  } catch (error) {
    return error instanceof VerbatimError ? `${error.code} ${error.message}` : String(error);
  }
  return 'none';
}

describe('reading a chat message', () => {
  it('reads calls with their arguments as written, and a result with the call it answers', () => {
    expect(read({ role: 'assistant', content: null, tool_calls: [call('c1')] }).parts).toEqual([
      { type: 'tool-call', id: 'c1', name: 'f', arguments: '{ "n": 1.0 }' },
    ]);
    expect(read({ role: 'tool', tool_call_id: 'c1', content: 'done' }).parts).toEqual([
      { type: 'tool-result', callId: 'c1', content: [{ type: 'text', text: 'done' }] },
    ]);
  });

  it('reads what SDKs dump: nulls, empty lists, unknown keys', () => {
    const dump = {
      role: 'assistant',
      content: 'hi',
      refusal: null,
      audio: null,
      tool_calls: null,
      annotations: [],
    };
    expect(read({ ...dump, function_call: null, name: null })).toEqual({
      role: 'assistant',
      parts: [{ type: 'text', text: 'hi' }],
    });
  });

  it('reads what only compatible servers take: media in every role, calls of users', () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } };
    const part = { type: 'image', url: 'https://example.com/a.png', detail: 'low' };
    expect(read({ role: 'assistant', content: [image] }).parts).toEqual([part]);
    expect(read({ role: 'tool', tool_call_id: 'c', content: [image] }).parts).toEqual([
      { type: 'tool-result', callId: 'c', content: [part] },
    ]);
    expect(read({ role: 'user', content: 'go', tool_calls: [call('c1')] }).parts).toEqual([
      { type: 'text', text: 'go' },
      { type: 'data', name: 'openai-chat:tool_calls', value: [call('c1')] },
    ]);
  });

  it('reads refusals, spoken input and answers, files and custom calls', () => {
    const custom = { id: 'c2', type: 'custom', custom: { name: 'sh', input: 'ls\n' } };
    const assistant = { role: 'assistant', refusal: 'no', audio: { id: 'audio_1' }, tool_calls: [custom] };
    expect(read(assistant).parts).toEqual([
      { type: 'data', name: 'refusal', value: 'no' },
      { type: 'data', name: 'openai-chat:audio', value: { id: 'audio_1' } },
      { type: 'tool-call', id: 'c2', name: 'sh', arguments: 'ls\n' },
    ]);
    const content = [
      { type: 'input_audio', input_audio: { data: 'UklG', format: 'wav' } },
      { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBE', filename: 'a.pdf' } },
      { type: 'file', file: { file_id: 'file-1' } },
    ];
    expect(read({ role: 'user', content }).parts).toEqual([
      { type: 'file', url: 'data:audio/wav;base64,UklG', mediaType: 'audio/wav' },
      { type: 'file', url: 'data:application/pdf;base64,JVBE', name: 'a.pdf' },
      { type: 'file', url: 'file-1' },
    ]);
  });

  it.each([
    [
      { role: 'robot', content: '' },
      'messages[3].role: "robot" is not a role (system, developer, user, assistant, tool)',
    ],
    [{ content: '' }, 'messages[3].role is missing'],
    [{ role: 'user' }, 'messages[3].content is missing'],
    [{ role: 'user', content: 4 }, 'messages[3].content: expected string or array, got number'],
    [
      { role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'txt' }] },
      'messages[3].content[1].type: "txt" is not a type (text, image_url, input_audio, file): did you mean "text"?',
    ],
    [
      { role: 'user', content: [{ type: 'image_url', image_url: {} }] },
      'messages[3].content[0].image_url.url is missing',
    ],
    [{ role: 'tool', content: 'x' }, 'messages[3].tool_call_id is missing'],
    [{ role: 'tool', content: 'x', tool_call_id: '' }, 'messages[3].tool_call_id is empty'],
    [
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'function' }] },
      'messages[3].tool_calls[0].function is missing',
    ],
    [
      { role: 'assistant', function_call: {} },
      'messages[3].function_call: legacy function calls are not read, send tool_calls',
    ],
    ['hello', 'messages[3]: expected object, got string'],
  ])('refuses %j in one sentence', (message, sentence) => {
    expect(problem(message)).toBe(`event-invalid ${sentence}`);
  });
});
