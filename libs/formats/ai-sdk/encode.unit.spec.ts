import type { Message } from '@verbatim/conversation';
import { aiSdk } from '.';
import { openAiChat } from '../openai-chat';
import { cameFrom, came, canonical, rendered, sourceOf } from './rendering.fixture';
import { sdkRefusal } from './sdk.fixture';

const call = (id: string) => ({ type: 'tool-call', toolCallId: id, toolName: 'f', input: {} });
const result = (id: string, more: object = {}) => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'f',
  output: { type: 'json', value: { a: 1 }, providerOptions: { p: {} } },
  ...more,
});
const native = (message: object) => came(aiSdk, 'ai-sdk', JSON.stringify(message));
const bodyOf = (...messages: object[]) =>
  aiSdk.renderBody(messages.map((message) => JSON.stringify(message)));

describe('a shortened message', () => {
  it('has the replacement as the output of its result, every other key as it was', () => {
    const message = native({
      role: 'tool',
      content: [result('a'), result('b', { providerOptions: { x: { y: 1 } } })],
    });
    const { text } = aiSdk.encodeMessage(sourceOf(message, { parts: [1], replacement: '[cut]' }));
    expect(JSON.parse(text)).toEqual({
      role: 'tool',
      content: [
        result('b', {
          output: { type: 'text', value: '[cut]', providerOptions: { p: {} } },
          providerOptions: { x: { y: 1 } },
        }),
      ],
    });
  });

  it('stays an error', () => {
    const message = native({
      role: 'tool',
      content: [result('a', { output: { type: 'execution-denied', reason: 'no' } })],
    });
    const { text } = aiSdk.encodeMessage(sourceOf(message, { replacement: '[cut]' }));
    expect(JSON.parse(text)).toMatchObject({ content: [{ output: { type: 'error-text', value: '[cut]' } }] });
    expect(text).not.toContain('reason');
  });

  it.each([
    [
      { role: 'user', content: 'long' },
      { role: 'user', content: '[cut]' },
    ],
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'image', image: 'u:i' },
          { type: 'text', text: 'b' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[cut]' },
          { type: 'image', image: 'u:i' },
        ],
      },
    ],
    [
      { role: 'user', content: [{ type: 'image', image: 'u:i' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[cut]' },
          { type: 'image', image: 'u:i' },
        ],
      },
    ],
  ])('%j has it as its text', (message, expected) => {
    const { text } = aiSdk.encodeMessage(sourceOf(native(message), { replacement: '[cut]' }));
    expect(JSON.parse(text)).toEqual(expected);
  });
});

describe('what the SDK would refuse', () => {
  it('leaves out with a loss: a data URL without data, a block of a later SDK', () => {
    const message = native({
      role: 'user',
      content: [
        { type: 'file', data: 'data:x', mediaType: 'a/b' },
        { type: 'hologram' },
        { type: 'text', text: 't' },
      ],
    });
    const { text, losses } = aiSdk.encodeMessage(sourceOf(message));
    expect(JSON.parse(text)).toEqual({ role: 'user', content: [{ type: 'text', text: 't' }] });
    expect(losses.map(({ code, part }) => [code, part])).toEqual([
      ['part-not-carried', 0],
      ['part-not-carried', 1],
    ]);
  });

  it('moves a result out of the assistant message that called', async () => {
    const text = JSON.stringify({
      messages: [{ role: 'assistant', content: [call('a'), result('a'), { type: 'text', text: 't' }] }],
    });
    const out = rendered(aiSdk, cameFrom(aiSdk, 'ai-sdk', text));
    expect(await sdkRefusal(text)).toContain('MissingToolResults');
    expect(await sdkRefusal(out.text)).toBeNull();
    expect(out.repairs).toMatchObject([{ code: 'result-moved', part: 1 }]);
    const { messages } = JSON.parse(out.text) as { messages: { role: string }[] };
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant']);
  });

  it('gives a call the input that JSON dropped', () => {
    const message = native({ role: 'assistant', content: [{ ...call('a'), input: undefined }] });
    const { text, repairs } = aiSdk.encodeMessage(sourceOf(message));
    expect(JSON.parse(text)).toEqual({ role: 'assistant', content: [call('a')] });
    expect(repairs).toMatchObject([{ code: 'block-rewritten', part: 0 }]);
  });

  it('leaves out an answer to an approval that nothing asked for', () => {
    const response = { type: 'tool-approval-response', approvalId: 'p', approved: true };
    const { text, repairs } = bodyOf({ role: 'user', content: 'q' }, { role: 'tool', content: [response] });
    expect(JSON.parse(text)).toEqual({ messages: [{ role: 'user', content: 'q' }] });
    expect(repairs).toMatchObject([{ code: 'approval-unrequested', fragment: 1 }]);
  });
});

describe('a user message of which nothing is left', () => {
  it.each([
    ['that came empty in another format', canonical({ role: 'user', parts: [] })],
    ['with a block of a later SDK only', native({ role: 'user', content: [{ type: 'hologram' }] })],
  ])('%s stands as one that says so', (_, message) => {
    const { text, repairs } = aiSdk.encodeMessage(sourceOf(message));
    expect(JSON.parse(text)).toEqual({ role: 'user', content: '[Empty message]' });
    expect(repairs.map(({ code }) => code)).toEqual(['empty-content']);
    expect(aiSdk.encodeMessage(sourceOf(message, { parts: [] })).text).toBe('');
  });
});

describe('an answer to an approval', () => {
  it('leaves with the result that it stands before', () => {
    const response = (approvalId: string) => ({ type: 'tool-approval-response', approvalId, approved: true });
    const message = native({
      role: 'tool',
      content: [response('p'), result('a'), response('q'), result('b')],
    });
    const shown = [
      [0, 1],
      [2, 3],
    ];
    const contents = shown.map((parts) => {
      const { text } = aiSdk.encodeMessage(sourceOf(message, { parts }));
      return (JSON.parse(text) as { content: object[] }).content;
    });
    expect(contents).toEqual([
      [response('p'), result('a')],
      [response('q'), result('b')],
    ]);
  });

  it('is left out where the call that was to be approved is not shown', () => {
    const request = { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'gone' };
    const response = { type: 'tool-approval-response', approvalId: 'p', approved: true };
    const { repairs } = bodyOf(
      { role: 'assistant', content: [request] },
      { role: 'tool', content: [response] },
    );
    expect(repairs).toMatchObject([{ code: 'approval-unrequested', fragment: 1 }]);
  });
});

it('puts the results that a user message holds before what the user says', () => {
  const said = canonical({
    role: 'user',
    parts: [
      { type: 'text', text: 'so?' },
      { type: 'tool-result', callId: 'a', content: [] },
    ],
  });
  const { text } = aiSdk.encodeMessage(sourceOf(said));
  expect(JSON.parse(`[${text}]`)).toMatchObject([{ role: 'tool' }, { role: 'user' }]);
});

describe('reasoning', () => {
  const thought: Message['parts'][number] = { type: 'reasoning', text: 'r' };

  it('leaves for the model that wrote it alone', () => {
    const block = { type: 'reasoning', text: 'r', providerOptions: { anthropic: { signature: 's' } } };
    const message = native({ role: 'assistant', content: [block, { type: 'text', text: 't' }], model: 'm' });
    expect(aiSdk.encodeMessage(sourceOf(message)).losses).toEqual([]);
    const elsewhere = aiSdk.encodeMessage(sourceOf(message, { model: 'n' }));
    expect(elsewhere.losses).toMatchObject([{ code: 'reasoning-bound', part: 0 }]);
    expect(elsewhere.text).not.toContain('reasoning');
  });

  it('leaves from the canonical form where nobody sealed it', () => {
    const encode = (part: object) =>
      aiSdk.encodeMessage(sourceOf(canonical({ role: 'assistant', parts: [{ ...thought, ...part }] })));
    expect(encode({}).text).toContain('"reasoning"');
    expect(encode({ signature: 's' })).toMatchObject({ text: '', losses: [{ code: 'part-not-carried' }] });
  });
});

describe('a body', () => {
  it('has one system prompt as it came, several texts joined, messages as a list', () => {
    const system = (...texts: string[]) => aiSdk.renderBody(texts.map((text) => `{"system":${text}}`)).text;
    expect(system('{"role":"system", "content":"a"}')).toBe(
      '{"system":{"role":"system", "content":"a"},"messages":[]}',
    );
    expect(system('"a\\u0041"', '"b"')).toBe('{"system":"a\\u0041\\n\\nb","messages":[]}');
    expect(system('"a"', '[{"role":"system","content":"b"}]')).toBe(
      '{"system":[{"role":"system","content":"a"},{"role":"system","content":"b"}],"messages":[]}',
    );
  });

  it('needs a message of some kind', () => {
    expect(aiSdk.needsLead(['{"system":"a"}'])).toBe(true);
    expect(aiSdk.needsLead(['{"role":"assistant","content":"a"}'])).toBe(false);
  });

  it('joins parallel calls that came in several messages', () => {
    const { text, repairs } = bodyOf(
      { role: 'assistant', content: [call('a')] },
      { role: 'assistant', content: 'and' },
      { role: 'assistant', content: [call('b')] },
      { role: 'tool', content: [result('a')] },
      { role: 'tool', content: [result('b')] },
      { role: 'assistant', content: 'x' },
      { role: 'assistant', content: 'y' },
    );
    expect(repairs.map(({ code, fragment }) => [code, fragment])).toEqual([
      ['turns-merged', 1],
      ['turns-merged', 2],
    ]);
    const { messages } = JSON.parse(text) as { messages: object[] };
    expect(messages[0]).toEqual({
      role: 'assistant',
      content: [call('a'), { type: 'text', text: 'and' }, call('b')],
    });
    expect(messages).toHaveLength(5);
    expect(aiSdk.check(JSON.parse(text))).toEqual([]);
  });
});

it('takes a chat with tools and images', async () => {
  const chat = {
    messages: [
      { role: 'system', content: 's' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'q' },
          { type: 'image_url', image_url: { url: 'https://e.com/a.png', detail: 'low' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'f', arguments: '{ "n": 9007199254740993 }' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'r' },
      { role: 'assistant', content: 'x' },
    ],
  };
  const out = rendered(aiSdk, cameFrom(openAiChat, 'openai-chat', JSON.stringify(chat)));
  expect(out).toMatchObject({ losses: [], repairs: [] });
  expect(await sdkRefusal(out.text)).toBeNull();
  expect(out.text).toContain('"input":{ "n": 9007199254740993 }');
  expect(out.text).toContain(
    '{"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"text","value":"r"}}',
  );
  expect(JSON.parse(out.text)).toMatchObject({
    system: 's',
    messages: [{ role: 'user' }, {}, { role: 'tool' }, {}],
  });
});
