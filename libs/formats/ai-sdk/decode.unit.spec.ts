import { aiSdk } from '.';
import { JsonText } from '../json-text';

const decoded = (data: object) =>
  aiSdk.decode(JsonText.parse(JSON.stringify({ format: 'ai-sdk', ...data })), 'data');
const parts = (role: string, ...content: object[]) => decoded({ role, content }).parts;
const result = (output: object) => ({ type: 'tool-result', toolCallId: 'c', toolName: 'f', output });

describe('a ModelMessage is read', () => {
  it.each([
    ['text', { type: 'text', text: 't' }, [{ type: 'text', text: 't' }]],
    ['text that is empty', { type: 'text', text: '' }, []],
    [
      'an image as base64',
      { type: 'image', image: '/9j/4AAQ' },
      [{ type: 'image', url: 'data:image/jpeg;base64,/9j/4AAQ' }],
    ],
    [
      'an image by URL',
      { type: 'image', image: 'https://e.com/a', mediaType: 'image/png' },
      [{ type: 'image', url: 'https://e.com/a', mediaType: 'image/png' }],
    ],
    [
      'a file by id',
      { type: 'file', data: 'file-1', mediaType: 'application/pdf', filename: 'a.pdf' },
      [{ type: 'file', url: 'file-1', mediaType: 'application/pdf', name: 'a.pdf' }],
    ],
    [
      'a file that is an image',
      { type: 'file', data: 'AAAA', mediaType: 'image/x' },
      [{ type: 'image', url: 'data:image/x;base64,AAAA', mediaType: 'image/x' }],
    ],
    [
      'a block of a later SDK',
      { type: 'hologram', x: 1 },
      [{ type: 'data', name: 'ai-sdk:hologram', value: { type: 'hologram', x: 1 } }],
    ],
  ])('%s', (_, block, expected) => {
    expect(parts('user', block)).toEqual(expected);
  });

  it('reasoning with its seals', () => {
    const thoughts = parts(
      'assistant',
      { type: 'reasoning', text: 'r', providerOptions: { anthropic: { signature: 's' } } },
      { type: 'reasoning', text: '', providerOptions: { openai: { reasoningEncryptedContent: 'e' } } },
    );
    expect(thoughts).toEqual([
      { type: 'reasoning', text: 'r', signature: 's' },
      { type: 'reasoning', text: '', encrypted: 'e' },
    ]);
  });

  it('calls, and what the provider executed itself as data', () => {
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: 'as text' };
    const served = { ...call, toolCallId: 's', providerExecuted: true };
    const [own, ...data] = parts('assistant', call, served, {
      ...result({ type: 'json', value: 1 }),
      toolCallId: 's',
    });
    expect(own).toEqual({ type: 'tool-call', id: 'c', name: 'f', arguments: 'as text' });
    expect(data).toMatchObject([
      { type: 'data', name: 'ai-sdk:tool-call' },
      { type: 'data', name: 'ai-sdk:tool-result' },
    ]);
  });

  it.each([
    ['text', { type: 'text', value: 't' }, { content: [{ type: 'text', text: 't' }] }],
    ['JSON', { type: 'json', value: { a: 1 } }, { content: [{ type: 'text', text: '{"a":1}' }] }],
    [
      'an error',
      { type: 'error-json', value: [] },
      { content: [{ type: 'text', text: '[]' }], isError: true },
    ],
    [
      'a denial',
      { type: 'execution-denied', reason: 'no' },
      { content: [{ type: 'text', text: 'no' }], isError: true },
    ],
    [
      'contents',
      {
        type: 'content',
        value: [
          { type: 'text', text: 't' },
          { type: 'media', data: 'AA==', mediaType: 'image/png' },
          { type: 'file-data', data: 'AA==', mediaType: 'a/b', filename: 'n' },
          { type: 'image-url', url: 'u:i' },
          { type: 'file-url', url: 'u:f' },
          { type: 'image-file-id', fileId: { openai: 'file-1' } },
          { type: 'file-id', fileId: 'file-2' },
          { type: 'custom' },
        ],
      },
      {
        content: [
          { type: 'text', text: 't' },
          { type: 'image', url: 'data:image/png;base64,AA==', mediaType: 'image/png' },
          { type: 'file', url: 'data:a/b;base64,AA==', mediaType: 'a/b', name: 'n' },
          { type: 'image', url: 'u:i' },
          { type: 'file', url: 'u:f' },
          { type: 'image', url: 'file-1' },
          { type: 'file', url: 'file-2' },
        ],
      },
    ],
  ])('a result that is %s', (_, output, expected) => {
    expect(parts('tool', result(output))).toEqual([
      { type: 'tool-result', callId: 'c', name: 'f', ...expected },
    ]);
  });

  it('an answer to an approval as a continuation of the turn; beside results as data', () => {
    const response = { type: 'tool-approval-response', approvalId: 'p', approved: true };
    expect(decoded({ role: 'tool', content: [response] })).toMatchObject({
      role: 'assistant',
      continues: true,
      parts: [{ type: 'data', name: 'ai-sdk:tool-approval-response' }],
    });
    expect(decoded({ role: 'tool', content: [response, result({ type: 'text', value: '' })] })).toEqual({
      role: 'tool',
      parts: [
        { type: 'data', name: 'ai-sdk:tool-approval-response', value: response },
        { type: 'tool-result', callId: 'c', name: 'f', content: [] },
      ],
    });
  });

  it.each([
    ['a text', 'be brief'],
    ['a message', { role: 'system', content: 'be brief' }],
    ['messages', [{ role: 'system', content: 'be brief' }]],
  ])('a system prompt that stands apart as %s', (_, system) => {
    const data = aiSdk.systemData(JSON.stringify(system));
    expect(aiSdk.decode(JsonText.parse(data), 'data')).toEqual({
      role: 'system',
      parts: [{ type: 'text', text: 'be brief' }],
    });
  });

  it.each([
    [{ role: 'robot', content: '' }, 'data.role: "robot" is not a role'],
    [{ role: 'user' }, 'data.content is missing'],
    [{ role: 'user', content: [{ type: 'text' }] }, 'data.content[0].text is missing'],
    [
      { role: 'tool', content: [{ type: 'text', text: '' }] },
      'data.content[0].type: a tool message holds no text',
    ],
    [{ role: 'tool', content: [result({ type: 'x' })] }, 'data.content[0].output.type: "x" is not a type'],
    [{ system: 5 }, 'data.system: expected'],
  ])('%j is refused', (data, reason) => {
    expect(() => decoded(data)).toThrow(reason);
  });
});
