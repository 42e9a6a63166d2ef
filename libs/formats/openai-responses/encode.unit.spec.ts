import { openAiResponses as format } from '.';
import { encoded, inputOf } from './messages.fixture';

const codes = (notices: readonly { code: string }[]): string[] => notices.map(({ code }) => code);
const call = { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}' };

describe('an item that leaves as it came', () => {
  it('loses what only a response has', () => {
    const thought = {
      type: 'reasoning',
      id: 'rs_1',
      summary: [],
      status: 'completed',
      encrypted_content: 'e',
    };
    expect(encoded(thought).text).toBe(
      '{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"e"}',
    );
    const { text, losses, repairs } = encoded({
      role: 'assistant',
      content: [{ type: 'output_text', text: 'a', parsed: { a: 1 } }],
      created_by: 'x',
      model: 'gpt-5',
    });
    expect(text).toBe('{"role":"assistant","content":[{"type":"output_text","text":"a"}]}');
    expect([...losses, ...repairs]).toEqual([]);
  });

  it('is mended where the API would refuse it', () => {
    const { text, repairs } = encoded({ ...call, id: 'call_1', name: 'a.b', arguments: '{"a":' });
    expect(JSON.parse(text)).toEqual({
      type: 'function_call',
      call_id: 'c',
      name: 'a_b',
      arguments: '{"arguments":"{\\"a\\":"}',
    });
    expect(codes(repairs)).toEqual(['item-id-removed', 'tool-name-changed', 'arguments-wrapped']);
    const thought = encoded({
      type: 'reasoning',
      id: 'rs_1',
      content: [{ type: 'reasoning_text', text: 'a' }],
    });
    expect(thought.text).toBe('{"type":"reasoning","id":"rs_1","summary":[]}');
    expect(codes(thought.losses)).toEqual(['part-not-carried']);
    expect(codes(thought.repairs)).toEqual(['summary-added']);
  });

  it('gets the content that the API takes from its role', () => {
    const { text, losses, repairs } = encoded({
      role: 'assistant',
      content: [
        { type: 'input_text', text: 'a', x: 1.5 },
        { type: 'input_image', file_id: 'file-1' },
        { type: 'output_text', text: 'b', annotations: [] },
      ],
    });
    expect(JSON.parse(text)).toEqual({
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'a', annotations: [] },
        { type: 'output_text', text: 'b', annotations: [] },
      ],
    });
    expect(losses).toEqual([expect.objectContaining({ part: 1, code: 'part-not-carried' })]);
    expect(repairs).toEqual([expect.objectContaining({ part: 0, code: 'content-rewritten' })]);
  });

  it('shows some of its parts as they came', () => {
    const item =
      '{"role":"user","content":[{"type":"input_text","text":"a","n":1.0},{"type":"input_text","text":"b"}]}';
    expect(encoded(item, { parts: [0] }).text).toBe(
      '{"role":"user","content":[{"type":"input_text","text":"a","n":1.0}]}',
    );
    expect(encoded(item, { parts: [] }).text).toBe('');
    const lost = encoded({ role: 'assistant', content: [{ type: 'input_image', file_id: 'file-1' }] });
    expect(lost.text).toBe('');
    expect(codes(lost.losses)).toEqual(['part-not-carried']);
  });

  it('says what stands in its place, with its other keys', () => {
    const result =
      '{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"long"}],"n":1.0}';
    expect(encoded(result, { replacement: 'cut' }).text).toBe(
      '{"type":"function_call_output","call_id":"c","output":"cut","n":1.0}',
    );
    const outcome = { type: 'exit', exit_code: 3 };
    const printed = {
      type: 'shell_call_output',
      call_id: 'c',
      output: [{ stdout: 'a', stderr: 'b', outcome }],
    };
    expect(JSON.parse(encoded(printed, { replacement: 'cut' }).text)).toMatchObject({
      output: [{ stdout: 'cut', stderr: '', outcome }],
    });
    const shot = {
      type: 'computer_call_output',
      call_id: 'c',
      output: { type: 'computer_screenshot', file_id: 'file-1' },
    };
    const blank = encoded(shot, { replacement: 'cut' });
    expect(blank.text).toContain('data:image/png;base64,');
    expect(codes(blank.repairs)).toEqual(['screenshot-blanked']);
    expect(encoded({ role: 'user', content: 'long' }, { replacement: 'cut' }).text).toBe(
      '{"role":"user","content":"cut"}',
    );
    const mixed = {
      role: 'user',
      content: [
        { type: 'input_text', text: 'long' },
        { type: 'input_image', file_id: 'file-1' },
      ],
    };
    expect(JSON.parse(encoded(mixed, { replacement: 'cut' }).text)).toMatchObject({
      content: [{ type: 'input_text', text: 'cut' }, { file_id: 'file-1' }],
    });
  });

  it('gets another call id where the old one is too long or used again, with its result', () => {
    const again = new Map([['c', { name: 'f', again: 'event-7' }]]);
    const asked = encoded(call, { calls: again });
    const answered = encoded({ type: 'function_call_output', call_id: 'c', output: '' }, { calls: again });
    const missing = format.encodeMissingResult('c', { name: 'f', again: 'event-7' }, 'none');
    const renamed = (text: string): unknown => (JSON.parse(text) as { call_id: string }).call_id;
    expect(renamed(asked.text)).toMatch(/^call_[0-9a-f]{24}$/);
    expect([answered.text, missing].map(renamed)).toEqual([renamed(asked.text), renamed(asked.text)]);
    expect([codes(asked.repairs), codes(answered.repairs)]).toEqual([['call-id-changed'], []]);
    const old = encoded({ type: 'local_shell_call_output', id: 'x'.repeat(65), output: '' });
    expect(JSON.parse(old.text)).toMatchObject({ id: expect.stringMatching(/^call_/) as string });
  });

  it('keeps to its model what that model sealed', () => {
    const model = 'o3';
    const thought = encoded({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'e', model });
    expect([thought.text, codes(thought.losses)]).toEqual(['', ['reasoning-bound']]);
    expect(encoded({ type: 'compaction', id: 'cmp_1', encrypted_content: 'e', model }).text).toBe('');
    const asked = encoded({ ...call, model });
    expect(JSON.parse(asked.text)).toEqual({
      type: 'function_call',
      call_id: 'c',
      name: 'f',
      arguments: '{}',
    });
    expect(codes(asked.repairs)).toEqual(['item-id-removed']);
    const searched = encoded({ type: 'web_search_call', id: 'ws_1', status: 'completed', model });
    expect([searched.text, codes(searched.losses)]).toEqual(['', ['part-not-carried']]);
  });

  it('is a user message or an assistant message as a summary', () => {
    const texts = [format.encodeSummary('a', 'user'), format.encodeSummary('b', 'assistant')];
    expect(inputOf(texts)).toEqual([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ]);
  });
});
