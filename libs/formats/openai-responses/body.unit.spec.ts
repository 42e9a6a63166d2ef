import { openAiResponses as format } from '.';
import { inputOf } from './messages.fixture';

const texts = (...items: unknown[]): string[] => items.map((item) => JSON.stringify(item));
const repairsOf = (fragments: readonly string[]): unknown[] =>
  format.renderBody(fragments).repairs.map(({ code, fragment }) => [code, fragment]);

const call = { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'c', output: 'none' };
const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'e' };
const answer = { type: 'message', id: 'msg_1', role: 'assistant', content: [] };
const user = { role: 'user', content: 'hi' };
const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' };

describe('a body of the Responses API', () => {
  it('has the instructions in front: one as it came, several as one text', () => {
    expect(format.renderBody(['{"instructions":"\\u0041"}', '{"role":"user","content":"a"}']).text).toBe(
      '{"instructions":"\\u0041","input":[{"role":"user","content":"a"}]}',
    );
    const two = texts({ instructions: 'a' }, { instructions: 'b' }, user);
    expect(JSON.parse(format.renderBody(two).text)).toEqual({ instructions: 'a\n\nb', input: [user] });
  });

  it('takes several items from one text', () => {
    expect(inputOf([texts(call, output).join(', '), JSON.stringify(user)])).toEqual([call, output, user]);
  });

  it('needs another message first where nothing would be left', () => {
    expect(format.needsLead(texts({ instructions: 'a' }))).toBe(true);
    expect(format.needsLead(texts({ instructions: 'a' }, thought))).toBe(true);
    expect(format.needsLead(texts({ instructions: 'a' }, answer))).toBe(false);
  });

  it('leaves out reasoning that nothing follows', () => {
    const fragments = texts(user, thought, user, { ...thought, id: 'rs_2' });
    expect(inputOf(fragments)).toEqual([user, user]);
    expect(new Set(repairsOf(fragments))).toEqual(
      new Set([
        ['reasoning-unfollowed', 3],
        ['reasoning-unfollowed', 1],
      ]),
    );
    expect(inputOf(texts(thought, { ...thought, id: 'rs_2' }, answer))).toHaveLength(3);
  });

  it('leaves out reasoning that says nothing and the ids that are tied to it', () => {
    const gone = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'a' }] };
    const fragments = texts(gone, search, answer, call, output, { ...answer, id: 'msg_2' });
    expect(inputOf(fragments)).toEqual([
      { type: 'message', role: 'assistant', content: [] },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      output,
      { ...answer, id: 'msg_2' },
    ]);
    expect(repairsOf(fragments)).toEqual([
      ['reasoning-unreadable', 0],
      ['item-id-removed', 1],
      ['item-id-removed', 2],
      ['item-id-removed', 3],
    ]);
  });

  it('leaves out the reasoning whose follower is left out', () => {
    const gone = { type: 'reasoning', summary: [] };
    expect(inputOf(texts(thought, gone, search, user))).toEqual([user]);
  });

  it('gives an id to the first of its items alone', () => {
    const again = { ...call, call_id: 'd' };
    const fragments = texts(call, output, again, { ...output, call_id: 'd' }, search, search);
    const items = inputOf(fragments);
    expect(items[2]).toEqual({ type: 'function_call', call_id: 'd', name: 'f', arguments: '{}' });
    expect(items.slice(4)).toEqual([search]);
    expect(repairsOf(fragments)).toEqual([
      ['duplicate-item', 2],
      ['duplicate-item', 5],
    ]);
  });

  it('gives another id to a call that needs one', () => {
    const click = { type: 'computer_call', id: 'cu_1', call_id: 'p', action: { type: 'wait' } };
    const shot = { type: 'computer_call_output', output: { type: 'computer_screenshot', file_id: 'file-1' } };
    const fragments = texts(
      click,
      { ...shot, call_id: 'p' },
      { ...click, call_id: 'q' },
      { ...shot, call_id: 'q' },
    );
    const { text } = format.renderBody(fragments);
    expect(format.check(JSON.parse(text))).toEqual([]);
    expect(inputOf(fragments)[2]?.['id']).toMatch(/^cu_[0-9a-f]{24}$/);
    expect(format.renderBody(fragments).text).toBe(text);
  });

  it('names an output that is not of the kind that its call asks for', () => {
    const asked = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' };
    const shot = { type: 'computer_screenshot', file_id: 'file-1' };
    const fragments = texts(asked, { type: 'computer_call_output', call_id: 'a', output: shot });
    expect(format.renderBody(fragments).repairs).toMatchObject([{ code: 'content-rewritten', fragment: 1 }]);
    expect(inputOf(fragments)[1]).toMatchObject({
      type: 'function_call_output',
      output: JSON.stringify(shot),
    });
  });

  it('takes the ids off what was made with reasoning that came twice', () => {
    const fragments = texts(thought, answer, user, thought, { ...answer, id: 'msg_2' });
    expect(inputOf(fragments).slice(3)).toEqual([
      { type: 'reasoning', summary: [], encrypted_content: 'e' },
      { type: 'message', role: 'assistant', content: [] },
    ]);
  });

  it.each([
    [
      { type: 'custom_tool_call', call_id: 'c', name: 'f', input: 'x' },
      { type: 'custom_tool_call_output', call_id: 'c', output: 'none' },
    ],
    [
      { type: 'shell_call', call_id: 'c', action: { commands: [] } },
      {
        type: 'shell_call_output',
        call_id: 'c',
        output: [{ stdout: 'none', stderr: '', outcome: { type: 'timeout' } }],
      },
    ],
    [
      { type: 'apply_patch_call', call_id: 'c', operation: {}, status: 'completed' },
      { type: 'apply_patch_call_output', call_id: 'c', status: 'failed', output: 'none' },
    ],
    [{ type: 'local_shell_call', id: 'lsh_1', call_id: 'c', action: {} }, output],
    [
      { type: 'computer_call', id: 'cu_1', call_id: 'c', action: {} },
      {
        type: 'computer_call_output',
        call_id: 'c',
        output: expect.objectContaining({ type: 'computer_screenshot' }) as unknown,
      },
    ],
  ])('answers each call in its kind: %j', (asked, answered) => {
    const fragments = [
      JSON.stringify(asked),
      format.encodeMissingResult('c', { name: 'f', again: null }, 'none'),
    ];
    expect(inputOf(fragments)[1]).toEqual(answered);
    expect(format.check(JSON.parse(format.renderBody(fragments).text))).toEqual([]);
  });
});
