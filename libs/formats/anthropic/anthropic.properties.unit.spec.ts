import type { Part } from '@verbatim/conversation';
import fc from 'fast-check';
import { openAiChat } from '../openai-chat';
import { anthropic } from '.';
import { canonical, rendered, renderedInPieces, told, toldBody, type Told } from './rendering.fixture';

type Json = Record<string, unknown>;

const words = fc
  .oneof(fc.string({ minLength: 1 }), fc.constantFrom('  é\n{ }', '\u0000', '"'))
  .map((text) => `${text}.`);
const textBlock = words.map((text): Json => ({ type: 'text', text }));
const imageBlock = fc.constantFrom<Json>(
  { type: 'image', source: { type: 'base64', media_type: 'image/gif', data: 'R0lGOA==' } },
  { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'd' } },
  { type: 'search_result', source: 's', title: 't', content: [] },
);
const thinkingBlock = fc.constantFrom<Json>(
  { type: 'thinking', thinking: 't', signature: 's' },
  { type: 'redacted_thinking', data: 'd' },
);
/** Raw JSON: what parsing would change stands in it. */
const input = fc.constantFrom(
  '{}',
  '{ "n" : 1.0 }',
  '{"2":12345678901234567890,"1":-0}',
  '{"s":"\\u00e9\\/"}',
);

interface Turn {
  readonly said: readonly Json[];
  readonly thought: readonly Json[];
  readonly calls: readonly string[];
  readonly answers: readonly Json[];
}

const turn: fc.Arbitrary<Turn> = fc.record({
  said: fc.array(textBlock, { minLength: 1, maxLength: 2 }),
  thought: fc.array(thinkingBlock, { maxLength: 2 }),
  calls: fc.array(input, { maxLength: 3 }),
  answers: fc.array(fc.oneof(textBlock, imageBlock), { minLength: 1, maxLength: 2 }),
});

/** A valid body as text, with the inputs of its calls as they were written. */
function bodyText(turns: readonly Turn[]): string {
  const messages = turns.flatMap(({ said, thought, calls, answers }, at) => {
    const id = (nth: number): string => `toolu_${at}_${nth}`;
    const uses = calls.map((raw, nth) => `{"type":"tool_use","id":"${id(nth)}","name":"f","input":${raw}}`);
    const blocks = [...[...thought, ...said].map((block) => JSON.stringify(block)), ...uses];
    const results = calls.map((_, nth) => ({
      type: 'tool_result',
      tool_use_id: id(nth),
      ...(nth === 1 ? { is_error: true, content: 'no' } : { content: answers }),
    }));
    return [
      `{"role":"assistant","content":[${blocks.join(',')}]}`,
      JSON.stringify({ role: 'user', content: [...results.toReversed(), ...answers] }),
    ];
  });
  return `{"system":"s","messages":[{"role":"user","content":"q"}${messages.map((text) => `,${text}`).join('')}]}`;
}

/** What producers send although it is refused. */
const odd = fc.constantFrom<Json>(
  { type: 'text', text: '' },
  { type: 'text', text: ' \n', cache_control: { type: 'ephemeral' } },
  { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } },
  { type: 'text', text: 'x ', cache_control: { type: 'ephemeral', ttl: '1h' } },
  { type: 'image', source: { type: 'base64', media_type: 'image/bmp', data: 'AAAA' } },
  { type: 'image', source: { type: 'url', url: 'http://a' } },
  { type: 'thinking', thinking: 't' },
  { type: 'thinking', thinking: 't', signature: 's', cache_control: { type: 'ephemeral' } },
  { type: 'redacted_thinking', data: 'd' },
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
  { type: 'server_tool_use', id: '?', name: 'web_search', input: {} },
  { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'x' }] },
  { type: 'of_tomorrow' },
);
const oddContent = fc.oneof(
  fc.array(fc.oneof(odd, textBlock, imageBlock), { maxLength: 6 }),
  words,
  fc.constantFrom('', ' '),
);
const oddMessage: fc.Arbitrary<Told[]> = fc
  .record({ role: fc.constantFrom('user', 'assistant', 'system'), content: oddContent })
  .map((message) => [told(anthropic, 'anthropic', JSON.stringify(message))]);

const canonicalPart: fc.Arbitrary<Part> = fc.oneof(
  fc.oneof(words, fc.constantFrom('', ' ')).map((text): Part => ({ type: 'text', text })),
  fc.constantFrom<Part>(
    { type: 'image', url: 'data:image/png;base64,AAAA' },
    { type: 'image', url: 'sha256:0' },
    { type: 'file', url: 'data:application/pdf;base64,AAAA' },
    { type: 'reasoning', text: 't', signature: 's' },
    { type: 'data', name: 'refusal', value: 'no' },
  ),
);
const canonicalMessage: fc.Arbitrary<Told[]> = fc
  .record({
    role: fc.constantFrom('user' as const, 'assistant' as const, 'developer' as const),
    parts: fc.array(canonicalPart, { maxLength: 4 }),
    continues: fc.option(fc.constant(true as const), { nil: undefined }),
  })
  .map(({ role, parts, continues }) => [canonical({ role, parts, ...(continues && { continues }) })]);

const callText = fc.constantFrom('{"a":1}', '', '[]', 'no json', '{ "n" : 1.0 }');
const result = fc.record({ content: fc.array(canonicalPart, { maxLength: 2 }), isError: fc.boolean() });

/** Calls of one assistant message, each answered directly after it; `at` makes their ids unique. */
const group: fc.Arbitrary<(at: number) => Told[]> = fc
  .tuple(
    fc.array(canonicalPart, { maxLength: 2 }),
    fc.array(fc.tuple(callText, result), { minLength: 1, maxLength: 3 }),
  )
  .map(([parts, calls]) => (at: number) => {
    const made = calls.map(([args], nth): Part => ({
      type: 'tool-call',
      id: `${at}:${nth}`,
      name: 'a.b',
      arguments: args,
    }));
    const answers = calls.map(([, { content, isError }], nth) =>
      canonical({
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId: `${at}:${nth}`,
            content: content.filter(
              (part) => part.type === 'text' || part.type === 'image' || part.type === 'file',
            ),
            isError,
          },
        ],
      }),
    );
    return [canonical({ role: 'assistant', parts: [...parts, ...made] }), ...answers];
  });

const chatMessage: fc.Arbitrary<Told[]> = fc
  .record({
    role: fc.constantFrom('user', 'assistant', 'system'),
    content: fc.oneof(words, fc.constantFrom('', ' ')),
  })
  .map((message) => [told(openAiChat, 'openai-chat', JSON.stringify(message))]);

const history = fc
  .array(fc.oneof(oddMessage, canonicalMessage, group, chatMessage), { maxLength: 8 })
  .map((pieces) => pieces.flatMap((piece, at) => (typeof piece === 'function' ? piece(at) : piece)));

describe('whatever the conversation', () => {
  it('a body of Anthropic’s is valid and leaves as it came, whole or in pieces', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 4 }), (turns) => {
        const text = bodyText(turns);
        expect(anthropic.check(JSON.parse(text))).toEqual([]);
        const whole = rendered(toldBody(text));
        expect(whole.text).toBe(text);
        const pieces = renderedInPieces(toldBody(text));
        expect(pieces.body).toEqual(whole.body);
        expect([...whole.losses, ...whole.repairs, ...pieces.losses, ...pieces.repairs]).toEqual([]);
        for (const raw of turns.flatMap(({ calls }) => calls))
          expect(pieces.text).toContain(`"input":${raw}}`);
      }),
      { numRuns: 100 },
    );
  });

  it('what came in any format leaves valid', () => {
    const user = canonical({ role: 'user', parts: [{ type: 'text', text: 'q' }] });
    fc.assert(
      fc.property(history, (all) => {
        expect(rendered([user, ...all]).violations).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
