import { anthropic } from '.';
import { bodies, withSystemMessage } from './bodies.fixture';
import { rendered, renderedInPieces, told, toldBody } from './rendering.fixture';

describe('a body that came as Anthropic’s', () => {
  it.each(Object.entries(bodies))('leaves as it came: %s', (_, body) => {
    expect(anthropic.check(body)).toEqual([]);
    const { body: sent, losses, repairs } = rendered(toldBody(JSON.stringify(body)));
    expect(sent).toEqual(body);
    expect([losses, repairs]).toEqual([[], []]);
  });

  it.each(Object.entries(bodies))(
    'leaves with the same blocks where each result is a piece: %s',
    (_, body) => {
      const { body: sent, losses, repairs, violations } = renderedInPieces(toldBody(JSON.stringify(body)));
      expect(sent).toEqual(body);
      expect([losses, repairs, violations]).toEqual([[], [], []]);
    },
  );

  it('keeps every byte of what it cannot parse exactly', () => {
    const call =
      '{"type":"tool_use","id":"a","name":"f","input":{ "2":1.0, "1" : 12345678901234567890,"s":"\\u00e9 {  }"}}';
    const result = '{"type":"tool_result","tool_use_id":"a","content":"{ \\"n\\" : 1e3 }"}';
    const text =
      `{"system":[ {"type":"text","text":"\\u0041","x":1.0} ],"messages":[{"role": "user" , "content":"\\u00fc" },` +
      `{"role":"assistant","content":[${call}]},{"content":[${result}],"role":"user"}]}`;
    expect(rendered(toldBody(text)).text).toBe(text);
    expect(renderedInPieces(toldBody(text)).text).toContain(`[${result}]`);
    expect(toldBody(text)[2]?.message.parts[0]).toMatchObject({
      arguments: '{ "2":1.0, "1" : 12345678901234567890,"s":"\\u00e9 {  }"}',
    });
  });

  it('takes a response as a message: role and content leave, its model is known', () => {
    const response = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-1',
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 1 },
      content: [{ type: 'text', text: 'Hi', citations: null, parsed_output: null }],
    };
    const said = told(anthropic, 'anthropic', JSON.stringify(response));
    expect(said.message.model).toBe('claude-opus-4-1');
    const user = told(anthropic, 'anthropic', '{"role":"user","content":"Hello","mood":"good"}');
    const { body, losses } = rendered([user, said]);
    expect(body).toEqual({
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: [{ type: 'text', text: 'Hi', citations: null }] },
      ],
    });
    expect(losses).toEqual([
      { code: 'part-not-carried', detail: 'anthropic has no place for "mood" in a message' },
    ]);
  });

  it('tells of many unknown keys once', () => {
    const keys = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`k${at}`, at]));
    const user = told(anthropic, 'anthropic', JSON.stringify({ role: 'user', content: 'Hello', ...keys }));
    const detail = 'anthropic has no place for "k0", "k1", "k2", "k3", "k4" and 2 more keys in a message';
    expect(rendered([user]).losses).toEqual([{ code: 'part-not-carried', detail }]);
  });

  it('accepts a system message among the messages, and shows it first', () => {
    expect(anthropic.check(withSystemMessage)).toEqual([]);
    const { body, repairs, violations } = rendered(toldBody(JSON.stringify(withSystemMessage)));
    expect(body).toEqual({
      system: 'From now on in French.',
      messages: withSystemMessage.messages.filter(({ role }) => role !== 'system'),
    });
    expect(repairs.map(({ code }) => code)).toEqual(['system-moved']);
    expect(violations).toEqual([]);
  });

  it('splits bodies and bare lists, and says what is neither', () => {
    expect(anthropic.split('{"system": "s" ,"messages":[ {"a":1.0} ],"model":"m"}')).toEqual({
      system: '"s"',
      messages: ['{"a":1.0}'],
    });
    expect(anthropic.split('[1]')).toEqual({ system: null, messages: ['1'] });
    expect(() => anthropic.split('{"system":"s"}')).toThrow('a list of messages');
  });
});
