import { aiSdkUi } from '.';
import { came, cameFrom, canonical, rendered, sourceOf } from '../ai-sdk/rendering.fixture';
import { sdkUiRefusal } from '../ai-sdk/sdk.fixture';
import { openAiChat } from '../openai-chat';

const tool = (id: string, more: object = {}) => ({
  type: 'tool-f',
  toolCallId: id,
  state: 'output-available',
  input: {},
  output: { big: true },
  ...more,
});
const native = (message: object) => came(aiSdkUi, 'ai-sdk-ui', JSON.stringify(message));
const assistant = (...parts: object[]) => native({ id: 'm', role: 'assistant', parts, metadata: { k: 1 } });

interface Body {
  messages: { id: string; role: string; parts: Record<string, unknown>[] }[];
}
const body = (...fragments: string[]) => JSON.parse(aiSdkUi.renderBody(fragments).text) as Body;

describe('a shortened result', () => {
  it.each([
    ['an output', tool('a'), { ...tool('a'), output: '[cut]' }],
    [
      'an error',
      tool('a', { state: 'output-error', output: undefined, errorText: 'long' }),
      tool('a', { state: 'output-error', output: undefined, errorText: '[cut]' }),
    ],
    [
      'a denial',
      tool('a', {
        state: 'output-denied',
        output: undefined,
        approval: { id: 'p', approved: false, reason: 'long' },
      }),
      tool('a', { state: 'output-error', output: undefined, errorText: '[cut]' }),
    ],
  ])('that is %s stands in the tool part of its call', (_, part, expected) => {
    const message = assistant({ type: 'text', text: 't' }, part, tool('b'), { type: 'text', text: 'u' });
    const encode = (parts: number[], replacement: string | null = null) =>
      aiSdkUi.encodeMessage(sourceOf(message, { parts, replacement })).text;
    const shown = body(encode([0, 1, 2]), encode([3], '[cut]'), encode([4]), encode([5]));
    expect(shown.messages).toEqual([
      {
        id: 'm',
        role: 'assistant',
        parts: [
          { type: 'text', text: 't' },
          JSON.parse(JSON.stringify(expected)),
          tool('b'),
          { type: 'text', text: 'u' },
        ],
        metadata: { k: 1 },
      },
    ]);
    expect(aiSdkUi.check(shown)).toEqual([]);
  });

  it('of a text message stands as its first text', () => {
    const message = native({
      id: 'u',
      role: 'user',
      parts: [
        { type: 'text', text: 'a', x: 1 },
        { type: 'text', text: 'b' },
      ],
    });
    const { text } = aiSdkUi.encodeMessage(sourceOf(message, { replacement: '[cut]' }));
    expect(JSON.parse(text)).toEqual({
      id: 'u',
      role: 'user',
      parts: [{ type: 'text', text: '[cut]', x: 1 }],
    });
  });
});

describe('a call that nothing answered', () => {
  it.each([
    ['that was made', { state: 'input-available' }],
    ['that was to be approved', { state: 'approval-requested', approval: { id: 'p' } }],
    ['that was refused', { state: 'approval-responded', approval: { id: 'p', approved: false } }],
  ])('%s gets an output', async (_, more) => {
    const text = JSON.stringify({
      messages: [{ id: 'm', role: 'assistant', parts: [tool('a', { output: undefined, ...more })] }],
    });
    const out = rendered(aiSdkUi, cameFrom(aiSdkUi, 'ai-sdk-ui', text));
    expect(JSON.parse(out.text)).toEqual({
      messages: [{ id: 'm', role: 'assistant', parts: [tool('a', { output: '[No result]' })] }],
    });
    expect(await sdkUiRefusal(text)).toContain('MissingToolResults');
    expect(await sdkUiRefusal(out.text)).toBeNull();
  });

  it('keeps the approval that it was given', () => {
    const approval = { id: 'p', approved: true };
    const message = assistant(tool('a', { state: 'approval-responded', output: undefined, approval }));
    const missing = aiSdkUi.encodeMissingResult('a', { name: 'f', again: null }, 'x');
    const { messages } = body(aiSdkUi.encodeMessage(sourceOf(message)).text, missing);
    expect(messages[0]?.parts).toEqual([tool('a', { output: 'x', approval })]);
  });
});

describe('what the SDK would refuse', () => {
  it('gets a part, an id, the input and the output that JSON dropped', async () => {
    const text = JSON.stringify({
      messages: [
        { id: 'u', role: 'user', parts: [] },
        { role: 'assistant', parts: [tool('a', { input: undefined, output: undefined })] },
      ],
    });
    const out = rendered(aiSdkUi, cameFrom(aiSdkUi, 'ai-sdk-ui', text));
    expect(out.repairs.map(({ code }) => code)).toEqual([
      'empty-content',
      'message-id-added',
      'tool-part-completed',
    ]);
    expect(await sdkUiRefusal(text)).not.toBeNull();
    expect(await sdkUiRefusal(out.text)).toBeNull();
  });

  it('leaves out with a loss: a part of a later SDK, a data URL without data', () => {
    const file = { type: 'file', mediaType: 'a/b', url: 'data:x' };
    const message = native({
      id: 'u',
      role: 'user',
      parts: [{ type: 'hologram' }, file, { type: 'text', text: 't' }],
    });
    const { text, losses } = aiSdkUi.encodeMessage(sourceOf(message));
    expect(JSON.parse(text)).toEqual({ id: 'u', role: 'user', parts: [{ type: 'text', text: 't' }] });
    expect(losses.map(({ code, part }) => [code, part])).toEqual([
      ['part-not-carried', 0],
      ['part-not-carried', 1],
    ]);
  });

  it('has no id twice: a producer sees its own changed', () => {
    const message = (id: string) =>
      JSON.stringify({ id, role: 'user', parts: [{ type: 'text', text: 't' }] });
    const derived = aiSdkUi.encodeSummary('s', 'user');
    const { text, repairs } = aiSdkUi.renderBody([
      message('a'),
      message('a-2'),
      message('a'),
      derived,
      derived,
    ]);
    expect(repairs.map(({ code, fragment }) => [code, fragment])).toEqual([['message-id-changed', 2]]);
    expect(aiSdkUi.check(JSON.parse(text))).toEqual([]);
  });

  it('carries the metadata of a summary', () => {
    const metadata = { __summary__: true, __summarized_range__: 'messages_0_to_30' };
    const summary = aiSdkUi.encodeSummary('s', 'user', metadata);
    const { text } = aiSdkUi.renderBody([summary]);
    expect(JSON.parse(text).messages).toMatchObject([{ role: 'user', metadata }]);
    expect(aiSdkUi.check(JSON.parse(text))).toEqual([]);
  });

  it('leaves out a result whose call is not shown', () => {
    const result = aiSdkUi.encodeMissingResult('a', { name: 'f', again: null }, 'x');
    const { text, repairs } = aiSdkUi.renderBody([result]);
    expect(text).toBe('{"messages":[]}');
    expect(repairs).toMatchObject([{ code: 'result-without-call', fragment: 0 }]);
  });
});

it('takes reasoning bound to another model out', () => {
  const thought = { type: 'reasoning', text: 'r', providerMetadata: { anthropic: { signature: 's' } } };
  const message = native({
    id: 'm',
    role: 'assistant',
    parts: [thought, { type: 'text', text: 't' }],
    model: 'm',
  });
  expect(aiSdkUi.encodeMessage(sourceOf(message)).losses).toEqual([]);
  const elsewhere = aiSdkUi.encodeMessage(sourceOf(message, { model: 'n' }));
  expect(elsewhere.losses).toMatchObject([{ code: 'reasoning-bound', part: 0 }]);
  expect(elsewhere.text).not.toContain('reasoning');
});

it('joins parallel calls that came in several messages', () => {
  const call = (id: string) =>
    canonical({ role: 'assistant', parts: [{ type: 'tool-call', id, name: 'f', arguments: '{"n":1.0}' }] });
  const result = (callId: string) =>
    canonical({
      role: 'tool',
      parts: [{ type: 'tool-result', callId, content: [{ type: 'text', text: callId }] }],
    });
  const fragments = [call('a'), call('b'), result('a'), result('b'), call('c'), result('c')].map(
    (one) => aiSdkUi.encodeMessage(sourceOf(one)).text,
  );
  const { text, repairs } = aiSdkUi.renderBody(fragments);
  expect(repairs).toMatchObject([{ code: 'turns-merged', fragment: 1 }]);
  const { messages } = JSON.parse(text) as Body;
  expect(messages.map(({ parts }) => parts.map(({ output }) => output))).toEqual([['a', 'b'], ['c']]);
  expect(text).toContain('"input":{"n":1.0}');
  expect(aiSdkUi.check({ messages })).toEqual([]);
});

it.each([
  ['that came empty in another format', canonical({ role: 'user', parts: [] })],
  ['with a part of a later SDK only', native({ id: 'm', role: 'user', parts: [{ type: 'hologram' }] })],
])('a user message %s stands as one that says so', (_, message) => {
  const { text, repairs } = aiSdkUi.encodeMessage(sourceOf(message));
  expect(JSON.parse(text)).toMatchObject({
    role: 'user',
    parts: [{ type: 'text', text: '[Empty message]' }],
  });
  expect(repairs.map(({ code }) => code)).toEqual(['empty-content']);
  expect(aiSdkUi.encodeMessage(sourceOf(message, { parts: [] })).text).toBe('');
});

it('takes a chat with tools and images', async () => {
  const chat = {
    messages: [
      { role: 'system', content: 's' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://e.com/a.png' } }] },
      {
        role: 'assistant',
        content: 'look',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'f', arguments: '{ "n": 9007199254740993 }' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'r' },
      { role: 'assistant', content: 'x' },
    ],
  };
  const out = rendered(aiSdkUi, cameFrom(openAiChat, 'openai-chat', JSON.stringify(chat)));
  expect(out).toMatchObject({ losses: [], repairs: [] });
  expect(out.text).toContain('"input":{ "n": 9007199254740993 }');
  expect(await sdkUiRefusal(out.text)).toBeNull();
  const { messages } = JSON.parse(out.text) as Body;
  expect(messages.map(({ role, parts }) => [role, ...parts.map(({ type }) => type)])).toEqual([
    ['system', 'text'],
    ['user', 'file'],
    ['assistant', 'text', 'dynamic-tool'],
    ['assistant', 'text'],
  ]);
});
