import { aiSdkUi } from '.';
import { JsonText } from '../json-text';

const decoded = (data: object) =>
  aiSdkUi.decode(JsonText.parse(JSON.stringify({ format: 'ai-sdk-ui', id: '1', ...data })), 'data');
const parts = (...list: object[]) => decoded({ role: 'assistant', parts: list }).parts;
const tool = (id: string, more: object) => ({
  type: 'tool-get-weather',
  toolCallId: id,
  input: { a: 1 },
  ...more,
});
const call = (id: string, more: object = {}) => ({
  type: 'tool-call',
  id,
  name: 'get-weather',
  arguments: '{"a":1}',
  ...more,
});
const result = (callId: string, text: string | null, more: object = {}) => ({
  type: 'tool-result',
  callId,
  name: 'get-weather',
  content: text === null ? [] : [{ type: 'text', text }],
  ...more,
});

describe('a UIMessage is read', () => {
  it.each([
    ['text', { type: 'text', text: 't' }, [{ type: 'text', text: 't' }]],
    ['text that is empty', { type: 'text', text: '' }, []],
    [
      'reasoning with its seal',
      { type: 'reasoning', text: 'r', providerMetadata: { anthropic: { signature: 's' } } },
      [{ type: 'reasoning', text: 'r', signature: 's' }],
    ],
    [
      'an image',
      { type: 'file', mediaType: 'image/png', url: 'https://e.com/a' },
      [{ type: 'image', url: 'https://e.com/a', mediaType: 'image/png' }],
    ],
    [
      'a file',
      { type: 'file', mediaType: 'a/b', url: 'https://e.com/a', filename: 'n' },
      [{ type: 'file', url: 'https://e.com/a', mediaType: 'a/b', name: 'n' }],
    ],
    [
      'a step',
      { type: 'step-start' },
      [{ type: 'data', name: 'ai-sdk-ui:step-start', value: { type: 'step-start' } }],
    ],
    ['a part of a later SDK', { type: 'x' }, [{ type: 'data', name: 'ai-sdk-ui:x', value: { type: 'x' } }]],
  ])('%s', (_, part, expected) => {
    expect(parts(part)).toEqual(expected);
  });

  it.each([
    ['a call', { state: 'input-available' }, [call('c')]],
    [
      'a call to approve',
      { state: 'approval-requested', approval: { id: 'p' } },
      [call('c', { approval: { id: 'p' } })],
    ],
    [
      'an approved call',
      { state: 'approval-responded', approval: { id: 'p', approved: true } },
      [call('c', { approval: { id: 'p', approved: true } })],
    ],
    ['an output', { state: 'output-available', output: { b: 2 } }, [call('c'), result('c', '{"b":2}')]],
    ['an output that JSON dropped', { state: 'output-available' }, [call('c'), result('c', null)]],
    ['a text', { state: 'output-available', output: 't' }, [call('c'), result('c', 't')]],
    ['an error', { state: 'output-error', errorText: 'e' }, [call('c'), result('c', 'e', { isError: true })]],
    [
      'an error of a call that was no JSON',
      { state: 'output-error', errorText: 'e', input: undefined, rawInput: '{' },
      [call('c', { arguments: '{' }), result('c', 'e', { isError: true })],
    ],
    [
      'a denial',
      { state: 'output-denied', approval: { id: 'p', approved: false, reason: 'no' } },
      [call('c', { approval: { id: 'p', approved: false } }), result('c', 'no', { isError: true })],
    ],
  ])('a tool part with %s', (_, more, expected) => {
    expect(parts(tool('c', more))).toEqual(expected);
  });

  it.each([
    ['of the provider', { state: 'output-available', output: 1, providerExecuted: true }],
    ['whose input was cut off', { state: 'input-streaming', input: { a: 'x' } }],
  ])('a tool part %s as data', (_, more) => {
    expect(parts(tool('c', more))).toMatchObject([{ type: 'data', name: 'ai-sdk-ui:tool-get-weather' }]);
  });

  it('tool parts next to each other as parallel calls', () => {
    const done = (id: string) => tool(id, { state: 'output-available', output: id });
    const read = parts(
      done('a'),
      { ...done('b'), type: 'dynamic-tool', toolName: 'x' },
      { type: 'step-start' },
      done('c'),
    );
    expect(
      read.map((part) =>
        part.type === 'tool-result' ? `${part.callId}!` : 'id' in part ? part.id : part.type,
      ),
    ).toEqual(['a', 'b', 'a!', 'b!', 'data', 'c', 'c!']);
  });

  it.each([
    [{ role: 'tool', parts: [] }, 'data.role: "tool" is not a role'],
    [{ role: 'user', parts: [{ type: 'text' }] }, 'data.parts[0].text is missing'],
    [{ role: 'assistant', parts: [{ type: 'tool-f', toolCallId: 'c' }] }, 'data.parts[0].state'],
    [
      { role: 'assistant', parts: [{ type: 'dynamic-tool', toolCallId: 'c', state: 'input-available' }] },
      'data.parts[0].toolName',
    ],
  ])('%j is refused', (data, reason) => {
    expect(() => decoded(data)).toThrow(reason);
  });

  it('a system prompt as a system message', () => {
    const data = aiSdkUi.systemData('"be brief"');
    expect(aiSdkUi.decode(JsonText.parse(data), 'data')).toEqual({
      role: 'system',
      parts: [{ type: 'text', text: 'be brief' }],
    });
  });
});
