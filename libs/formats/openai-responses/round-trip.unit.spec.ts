import { VerbatimError } from '@verbatim/conversation';
import fc from 'fast-check';
import { JsonText } from '../json-text';
import { openAiResponses as format } from '.';
import { corpus } from './corpus.fixture';
import { thereAndBack } from './messages.fixture';

describe('what came from the Responses API and leaves for it', () => {
  it.each(Object.entries(corpus))('accepts and gives back %s', (_, body) => {
    expect(format.check(body)).toEqual([]);
    const back: unknown = JSON.parse(thereAndBack(JSON.stringify(body)));
    const { input } = body;
    expect(back).toEqual(typeof input === 'string' ? { input: [{ role: 'user', content: input }] } : body);
    expect(format.check(back)).toEqual([]);
  });

  it('keeps numbers, key order, escapes and white space', () => {
    const items = [
      '{"content":"\\u00e9\\/" , "role": "user" }',
      '{"call_id":"c","10":1.0,"2":12345678901234567890,"type":"function_call","name":"f","arguments":"{\\"a\\":\\t1.0}"}',
      '{"output":[ {"type":"input_text","text":"a","n":1e400} ],"call_id":"c","type":"function_call_output"}',
    ];
    const body = `{"instructions":"\\u0041","input":[${items.join(',')}]}`;
    expect(thereAndBack(body)).toBe(body);
  });

  it('reads a bare list, and a text as one user message', () => {
    expect(format.split('[{"role":"user","content":"a"}]').messages).toEqual([
      '{"role":"user","content":"a"}',
    ]);
    expect(format.split('{"input":"\\u0041","instructions":null}')).toEqual({
      system: null,
      messages: ['{"role":"user","content":"\\u0041"}'],
    });
    expect(() => format.split('{"messages":[]}')).toThrow('expected a list of items');
  });

  it('gives back any conversation as it came', () => {
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 6 }), (turns) => {
        const items = turns.flatMap((write, index) => write(index));
        const body = { instructions: 'x', input: items };
        expect(format.check(body)).toEqual([]);
        expect(thereAndBack(JSON.stringify(body))).toBe(JSON.stringify(body));
      }),
      { numRuns: 300 },
    );
  });

  it('checks a call id that is no text and cannot become one', () => {
    const item = { type: 'shell_call_output', call_id: { toString: 0 } };
    expect(format.check({ input: [item] })).not.toEqual([]);
  });

  it('reads anything or says what is wrong', () => {
    const types = ['message', 'function_call', 'reasoning', 'shell_call_output', 'computer_call', 'x'];
    const anything = fc.record(
      {
        type: fc.option(fc.constantFrom(...types)),
        role: fc.option(fc.constantFrom('user', 'assistant', 'tool')),
        call_id: fc.jsonValue(),
        content: fc.jsonValue(),
        output: fc.jsonValue(),
        summary: fc.jsonValue(),
        action: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(anything, fc.jsonValue()), (value) => {
        expect(problemOf(value)).toMatch(/^(data|none$)/);
        for (const body of [value, { input: value }, { input: [value] }]) format.check(body);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Why the value is not read; `none` where it is. */
function problemOf(value: unknown): string {
  try {
    format.decode(JsonText.parse(JSON.stringify(value)), 'data');
    return 'none';
  } catch (error) {
    return error instanceof VerbatimError && error.code === 'event-invalid' ? error.message : String(error);
  }
}

type Item = Record<string, unknown>;
type Turn = (index: number) => Item[];

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const ids = (prefix: string, index: number, has: boolean): Item => (has ? { id: `${prefix}_${index}` } : {});

const message: fc.Arbitrary<Turn> = fc
  .tuple(fc.constantFrom('user', 'developer', 'system', 'assistant'), text, fc.boolean())
  .map(([role, said, isList]) => () => {
    const type = role === 'assistant' ? 'output_text' : 'input_text';
    return [{ role, content: isList ? [{ type, text: said }] : said }];
  });

const answer: fc.Arbitrary<Turn> = fc
  .tuple(text, fc.boolean(), fc.boolean(), fc.boolean(), fc.nat(3))
  .map(([said, hasThought, hasIds, isCustom, calls]) => (index) => {
    const thought = {
      type: 'reasoning',
      ...ids('rs', index, hasIds),
      summary: [],
      encrypted_content: said + 'e',
    };
    const numbers = Array.from({ length: calls }, (_, number) => `call_${index}_${number}`);
    const kind = isCustom ? 'custom_tool_call' : 'function_call';
    const asked = isCustom ? { input: said } : { arguments: JSON.stringify({ said }) };
    const reply = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] };
    return [
      ...(hasThought ? [thought] : []),
      { ...reply, ...ids('msg', index, hasIds) },
      ...numbers.map((callId) => ({ type: kind, call_id: callId, name: 'f', ...asked })),
      ...numbers.map((callId) => ({ type: `${kind}_output`, call_id: callId, output: said })),
    ];
  });

const turn = fc.oneof(message, answer);
