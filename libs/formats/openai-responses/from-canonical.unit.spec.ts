import type { Message, Part } from '@verbatim/conversation';
import fc from 'fast-check';
import { openAiResponses as format } from '.';
import { canonical, encoded, inputOf, sourceOf } from './messages.fixture';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const text = (said: string): Part => ({ type: 'text', text: said });
const call = (id: string, asked = '{}'): Part => ({ type: 'tool-call', id, name: 'f', arguments: asked });
const result = (callId: string, ...content: Extract<Part, { type: 'tool-result' }>['content']): Part => ({
  type: 'tool-result',
  callId,
  content,
});

function written(message: Message): { items: unknown[]; notices: unknown[] } {
  const { text: fragment, losses, repairs } = format.encodeMessage(canonical(message));
  return {
    items: JSON.parse(`[${fragment}]`) as unknown[],
    notices: [...losses, ...repairs].map(({ code, part }) => [code, part]),
  };
}

describe('a message of another format', () => {
  it('is written as items in the order of its parts', () => {
    const parts = [
      { type: 'reasoning', text: 'hm', signature: 's' } as const,
      text('one'),
      { type: 'data', name: 'refusal', value: 'no' } as const,
      call('a', '{"n": 1.0}'),
      call('b', 'not json'),
      result('a', { type: 'text', text: 'A' }),
      result('b'),
      text('two'),
      { type: 'data', name: 'anthropic:server_tool_use', value: 1 } as const,
    ];
    expect(written({ role: 'assistant', parts, name: 'bob' })).toEqual({
      items: [
        {
          role: 'assistant',
          content: [
            { type: 'output_text', text: 'one', annotations: [] },
            { type: 'refusal', refusal: 'no' },
          ],
        },
        { type: 'function_call', call_id: 'a', name: 'f', arguments: '{"n": 1.0}' },
        { type: 'function_call', call_id: 'b', name: 'f', arguments: '{"arguments":"not json"}' },
        { type: 'function_call_output', call_id: 'a', output: 'A' },
        { type: 'function_call_output', call_id: 'b', output: '' },
        { role: 'assistant', content: 'two' },
      ],
      notices: [
        ['part-not-carried', 0],
        ['part-not-carried', 8],
        ['part-not-carried', undefined],
        ['arguments-wrapped', 4],
      ],
    });
  });

  it('carries images and files that OpenAI can read', () => {
    const parts: Part[] = [
      text('a'),
      { type: 'image', url: PNG, detail: 'sharp' },
      { type: 'image', url: 'file-1', detail: 'low' },
      { type: 'image', url: 'https://a.example/a' },
      { type: 'file', url: 'data:application/pdf;base64,aa', name: 'a.pdf' },
      { type: 'file', url: 'data:audio/mpeg;base64,aa' },
      { type: 'file', url: 'https://a.example/b' },
      { type: 'image', url: 'file_011C-x' },
      { type: 'image', url: 'data:image/svg+xml;base64,aa' },
      { type: 'file', url: 'data:audio/ogg;base64,aa' },
    ];
    const { items, notices } = written({ role: 'user', parts });
    expect(items).toMatchObject([
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'a' },
          { type: 'input_image', image_url: PNG, detail: 'auto' },
          { type: 'input_image', file_id: 'file-1', detail: 'low' },
          { type: 'input_image', image_url: 'https://a.example/a' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,aa' },
          { type: 'input_audio', input_audio: { data: 'aa', format: 'mp3' } },
          { type: 'input_file', file_url: 'https://a.example/b' },
        ],
      },
    ]);
    expect(notices).toEqual([7, 8, 9].map((part) => ['part-not-carried', part]));
  });

  it('carries images in results, and lists the error mark', () => {
    const part = { ...result('a', { type: 'text', text: 'x' }, { type: 'image', url: PNG }), isError: true };
    expect(written({ role: 'tool', parts: [part] })).toMatchObject({
      items: [{ call_id: 'a', output: [{ type: 'input_text', text: 'x' }, { image_url: PNG }] }],
      notices: [['part-not-carried', 0]],
    });
  });

  it('carries sound in no result', () => {
    const sound = { type: 'file', url: 'data:audio/wav;base64,aa' } as const;
    expect(written({ role: 'tool', parts: [result('a', sound)] })).toEqual({
      items: [{ type: 'function_call_output', call_id: 'a', output: '' }],
      notices: [['part-not-carried', 0]],
    });
  });

  it('puts results first where the user speaks too', () => {
    const { items } = written({
      role: 'user',
      parts: [text('so?'), result('a', { type: 'text', text: 'A' })],
    });
    expect(items).toEqual([
      { type: 'function_call_output', call_id: 'a', output: 'A' },
      { role: 'user', content: 'so?' },
    ]);
  });

  it('keeps system and developer messages in the input', () => {
    for (const role of ['system', 'developer'] as const) {
      expect(written({ role, parts: [text('a')] }).items).toEqual([{ role, content: 'a' }]);
    }
    expect(written({ role: 'user', parts: [] }).items).toEqual([{ role: 'user', content: '' }]);
    expect(written({ role: 'assistant', parts: [{ type: 'image', url: PNG }] })).toEqual({
      items: [],
      notices: [['part-not-carried', 0]],
    });
  });

  it('is shown in part, or with something in its place', () => {
    const message: Message = { role: 'assistant', parts: [text('long'), call('a')] };
    const said = format.encodeMessage(canonical(message, { replacement: 'cut', parts: [0] }));
    expect(said.text).toBe('{"role":"assistant","content":"cut"}');
    const two: Message = { role: 'tool', parts: [result('a'), result('b', { type: 'text', text: 'long' })] };
    const cut = format.encodeMessage(canonical(two, { parts: [1], role: 'tool', replacement: 'cut' }));
    expect(cut.text).toBe('{"type":"function_call_output","call_id":"b","output":"cut"}');
  });

  it('reads chat completions as another format', () => {
    const chat = { role: 'assistant', content: 'a' };
    const { text: fragment } = format.encodeMessage(
      canonical({ role: 'assistant', parts: [text('a')] }, { dataText: JSON.stringify(chat) }),
    );
    expect(fragment).toBe('{"role":"assistant","content":"a"}');
  });
});

const url = fc.constantFrom(PNG, 'https://a.example/a', 'file-1', 'nowhere', '', 'data:text/plain;base64,aa');
const plain: fc.Arbitrary<Part> = fc.oneof(
  fc.string().map(text),
  url.map((each): Part => ({ type: 'image', url: each })),
  url.map((each): Part => ({ type: 'file', url: each })),
  fc.string().map((said): Part => ({ type: 'reasoning', text: said, encrypted: said })),
  fc.jsonValue().map((value): Part => ({ type: 'data', name: 'x', value })),
);
const name = fc.oneof(fc.constantFrom('f', 'a.b', ''), fc.string());
const parts = fc.array(plain, { maxLength: 3 });
const nativeThought = fc.record({
  type: fc.constant('reasoning'),
  id: fc.option(fc.constantFrom('rs_1', 'rs_2', 'x'), { nil: undefined }),
  encrypted_content: fc.option(fc.constantFrom('e', ''), { nil: undefined }),
  status: fc.option(fc.constant('completed'), { nil: undefined }),
});
const nativeMessage = fc.record({
  role: fc.constantFrom('user', 'assistant', 'system', 'developer'),
  id: fc.option(fc.constantFrom('msg_1', 'msg_2', 'x'), { nil: undefined }),
  content: fc.array(
    fc.constantFrom(
      { type: 'input_text', text: 'a' },
      { type: 'output_text', text: 'b' },
      { type: 'text', text: 'c' },
      { type: 'input_image', image_url: 'nowhere' },
      { type: 'refusal', refusal: 'no' },
      { type: 'new' },
    ),
    { maxLength: 3 },
  ),
});
const hosted = fc.constantFrom(
  { type: 'web_search_call', id: 'ws_1' },
  { type: 'item_reference', id: 'msg_1' },
  { type: 'compaction', id: 'cmp_1', encrypted_content: 'e' },
);
const model = fc.option(fc.constantFrom('gpt-5', 'o3'), { nil: undefined });
const nativeCall = fc.constantFrom(
  { type: 'function_call', id: 'fc_1', name: 'a.b', arguments: '{' },
  { type: 'custom_tool_call', id: 'ctc_1', name: 'f', input: 'x' },
  { type: 'shell_call', action: { commands: [] } },
  { type: 'computer_call', id: 'cu_1' },
  { type: 'local_shell_call', id: 'lsh_1', action: {} },
  { type: 'apply_patch_call', status: 'completed', operation: {} },
);

/** What the engine gives the format: messages, and calls with one result each right behind. */
const pieces: fc.Arbitrary<(index: number) => string[]> = fc.oneof(
  fc
    .tuple(fc.constantFrom('user', 'assistant', 'system', 'developer'), parts)
    .map(([role, each]) => () => [format.encodeMessage(canonical({ role, parts: each })).text]),
  fc.tuple(parts, name, fc.string(), parts).map(([before, tool, asked, after]) => (index: number) => {
    const ids = [`${index}-a`, `${index}-${'b'.repeat(80)}`];
    const calls = ids.map((id): Part => ({ type: 'tool-call', id, name: tool, arguments: asked }));
    const said = canonical({ role: 'assistant', parts: [...before, ...calls, ...after] });
    const answer = canonical({
      role: 'tool',
      parts: [result(ids[0] ?? '', { type: 'image', url: 'nowhere' })],
    });
    const missing = format.encodeMissingResult(ids[1] ?? '', { name: tool, again: null }, 'none');
    return [format.encodeMessage(said).text, format.encodeMessage(answer).text, missing];
  }),
  fc
    .tuple(fc.oneof(nativeThought, nativeMessage, hosted), model)
    .map(([item, by]) => () => [encoded({ ...item, ...(by !== undefined && { model: by }) }).text]),
  fc.tuple(nativeCall, fc.boolean(), model).map(([item, isMissing, by]) => (index: number) => {
    const again = new Map([['c', { name: 'f', again: `event-${index}` }]]);
    const asked = { ...item, call_id: 'c', ...(by !== undefined && { model: by }) };
    const answer = isMissing
      ? format.encodeMissingResult('c', { name: 'f', again: `event-${index}` }, 'none')
      : encoded({ type: 'function_call_output', call_id: 'c', output: 'x' }, { calls: again }).text;
    return [encoded(asked, { calls: again }).text, answer];
  }),
);

describe('whatever is put together', () => {
  it('is valid', () => {
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 8 }), (writes) => {
        const fragments = writes.flatMap((write, index) => write(index)).filter((each) => each !== '');
        const all = format.needsLead(fragments)
          ? [...fragments, format.encodeSummary('so far', 'user')]
          : fragments;
        const { text: body } = format.renderBody(all);
        expect(format.check(JSON.parse(body))).toEqual([]);
        expect(format.renderBody(all).text).toBe(body);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is one message each way', () => {
    expect(inputOf([format.encodeMessage(sourceOf({ role: 'user', content: 'a' })).text])).toHaveLength(1);
  });
});
