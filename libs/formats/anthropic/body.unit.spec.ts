import { anthropic } from '.';
import type { RenderedBody } from '../format';

interface Outcome {
  readonly body: unknown;
  readonly repairs: readonly string[];
  readonly violations: readonly unknown[];
}

function outcome({ text, repairs }: RenderedBody): Outcome {
  const body: unknown = JSON.parse(text);
  return {
    body,
    repairs: repairs.map(({ code, fragment }) => `${fragment} ${code}`),
    violations: anthropic.check(body),
  };
}

function render(...fragments: unknown[]): Outcome {
  return outcome(anthropic.renderBody(fragments.map((fragment) => JSON.stringify(fragment))));
}

const say = (role: string, content: unknown) => ({ role, content });
const text = (words: string, keys: object = {}) => ({ type: 'text', text: words, ...keys });
const call = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'r' });
const thought = { type: 'thinking', thinking: 't', signature: 's' };
const mark = (ttl?: string) => ({ cache_control: { type: 'ephemeral', ...(ttl && { ttl }) } });

describe('the body', () => {
  it('has the system prompt as it came where there is one, else a list of texts', () => {
    expect(render({ system: 's' }, say('user', 'a')).body).toEqual({
      system: 's',
      messages: [say('user', 'a')],
    });
    const several = [{ system: 's' }, { system: [text('t', mark())] }, say('user', 'a')];
    expect(render(...several).body).toEqual({
      system: [text('s'), text('t', mark())],
      messages: [say('user', 'a')],
    });
  });

  it('holds all results of a turn in one message, before what the user says, and tells nothing', () => {
    const { body, repairs, violations } = render(
      say('user', 'q'),
      say('assistant', [call('a'), call('b')]),
      say('user', [result('a')]),
      say('user', [result('b')]),
      say('user', 'and now?'),
    );
    expect(body).toEqual({
      messages: [
        say('user', 'q'),
        say('assistant', [call('a'), call('b')]),
        say('user', [result('a'), result('b'), text('and now?')]),
      ],
    });
    expect([repairs, violations]).toEqual([[], []]);
  });

  it('tells where two messages of a role were joined that a producer sent', () => {
    expect(render(say('user', 'a'), say('user', 'b'), say('assistant', 'c'), say('assistant', 'd'))).toEqual({
      body: { messages: [say('user', [text('a'), text('b')]), say('assistant', [text('c'), text('d')])] },
      repairs: ['1 turns-merged', '3 turns-merged'],
      violations: [],
    });
  });

  it('joins summaries and pieces of a turn without a word', () => {
    const texts = [anthropic.encodeSummary('earlier', 'user'), '{"role":"user","content":"now"}'];
    expect(outcome(anthropic.renderBody(texts))).toEqual({
      body: { messages: [say('user', [text('earlier'), text('now')])] },
      repairs: [],
      violations: [],
    });
    expect(outcome(anthropic.renderBody(texts.slice(0, 1))).body).toEqual({
      messages: [say('user', [text('earlier')])],
    });
  });

  it('puts results first where they came later', () => {
    const late = say('user', [text('here:'), result('a')]);
    expect(render(say('user', 'q'), say('assistant', [call('a')]), late)).toMatchObject({
      body: { messages: [{}, {}, say('user', [result('a'), text('here:')])] },
      repairs: ['2 results-first'],
      violations: [],
    });
  });

  it('leaves out thinking at the end of a message, and the message where nothing is left', () => {
    const { body, repairs, violations } = render(
      say('user', 'a'),
      say('assistant', [thought, thought]),
      say('user', 'b'),
      say('assistant', [thought, text('c'), thought]),
    );
    expect(body).toEqual({
      messages: [say('user', [text('a'), text('b')]), say('assistant', [thought, text('c')])],
    });
    expect(repairs).toEqual(['1 final-thinking', '1 final-thinking', '3 final-thinking']);
    expect(violations).toEqual([]);
  });

  it('keeps thinking that a later piece of its turn goes on from', () => {
    const pieces = [say('user', 'a'), say('assistant', [thought]), { ...say('assistant', 'b'), joins: true }];
    expect(render(...pieces)).toEqual({
      body: { messages: [say('user', 'a'), say('assistant', [thought, text('b')])] },
      repairs: [],
      violations: [],
    });
  });

  it('takes white space from the end of a last assistant message only', () => {
    expect(
      render(say('user', 'a'), say('assistant', 'b \n'), say('user', 'c '), say('assistant', 'd \n')),
    ).toEqual({
      body: {
        messages: [
          say('user', 'a'),
          say('assistant', 'b \n'),
          say('user', 'c '),
          say('assistant', [text('d')]),
        ],
      },
      repairs: ['3 trailing-space'],
      violations: [],
    });
  });

  it('keeps the four newest breakpoints, in results too', () => {
    const inner = { ...result('a'), content: [text('1', mark()), text('2', mark())], ...mark() };
    const { body, repairs, violations } = render(
      { system: [text('s', mark())] },
      say('user', [text('0', mark())]),
      say('assistant', [call('a')]),
      say('user', [inner, text('3', mark())]),
    );
    expect(body).toEqual({
      system: [text('s')],
      messages: [
        say('user', [text('0')]),
        say('assistant', [call('a')]),
        say('user', [inner, text('3', mark())]),
      ],
    });
    expect(repairs).toEqual(['1 cache-control-removed', '0 cache-control-removed']);
    expect(violations).toEqual([]);
    const six = { ...inner, content: [...inner.content, text('4', mark()), text('5', mark())] };
    expect(render(say('user', 'q'), say('assistant', [call('a')]), say('user', [six]))).toMatchObject({
      body: { messages: [{}, {}, { content: [{ ...six, content: [text('1'), ...six.content.slice(1)] }] }] },
      violations: [],
    });
  });

  it('takes a breakpoint of five minutes from before one of an hour', () => {
    const words = [text('a', mark('1h')), text('b', mark()), text('c', mark('1h')), text('d', mark('5m'))];
    expect(render(say('user', words))).toEqual({
      body: { messages: [say('user', [words[0], text('b'), words[2], words[3]])] },
      repairs: ['0 cache-control-removed'],
      violations: [],
    });
  });

  it('leaves out calls of the provider’s tools without result, and results without call', () => {
    const use = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
    const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_2', content: [] };
    const messages = [say('user', 'a'), say('assistant', [text('b'), use, found]), say('user', 'c')];
    expect(render(...messages)).toEqual({
      body: { messages: [say('user', 'a'), say('assistant', [text('b')]), say('user', 'c')] },
      repairs: ['1 server-tool-unpaired', '1 server-tool-unpaired'],
      violations: [],
    });
  });

  it('takes what results of one fragment hold, and fragments that hold nothing', () => {
    const texts = [
      '',
      '{"role":"user","content":"a"}',
      '{"role":"assistant","content":"b"},{"role":"user","content":"c"}',
    ];
    expect(outcome(anthropic.renderBody(texts)).body).toEqual({
      messages: [say('user', 'a'), say('assistant', 'b'), say('user', 'c')],
    });
  });

  it('needs a lead where the first message is an assistant’s', () => {
    const [system, user, assistant] = [{ system: 's' }, say('user', 'a'), say('assistant', 'b')].map(
      (fragment) => JSON.stringify(fragment),
    );
    expect(anthropic.needsLead([system ?? '', assistant ?? ''])).toBe(true);
    expect(anthropic.needsLead([system ?? '', user ?? '', assistant ?? ''])).toBe(false);
    expect(anthropic.needsLead([])).toBe(false);
  });
});
