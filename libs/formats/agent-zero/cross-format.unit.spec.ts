import type { Message, Part } from '@verbatim/conversation';
import * as fc from 'fast-check';
import { agentZero } from '.';
import { openAiChat } from '../openai-chat';
import { sourceOf, stored } from './agent-zero.fixture';

const texts = fc.string({ unit: 'binary', maxLength: 8 });
const text = texts.map((value): Part => ({ type: 'text', text: value }));
const image = fc
  .constantFrom('https://a.b/c.png', 'data:image/png;base64,AA==', 'sha256:00')
  .map((url) => ({ type: 'image' as const, url }));
const part: fc.Arbitrary<Part> = fc.oneof(
  text,
  fc.constant<Part>({ type: 'text', text: '{"tool_name":"f","tool_args":{}}' }),
  image,
  texts.map((url): Part => ({ type: 'file', url })),
  texts.map((value): Part => ({ type: 'reasoning', text: value })),
  texts.map((name): Part => ({ type: 'data', name, value: null })),
);
const said = fc
  .record({
    role: fc.constantFrom('user' as const, 'system' as const, 'developer' as const, 'assistant' as const),
    parts: fc.array(part, { maxLength: 3 }),
  })
  .map((message): Message[] => [message]);
const exchange = fc
  .record({
    before: fc.array(part, { maxLength: 2 }),
    ids: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }),
    name: fc.oneof(texts, fc.constantFrom('response', 'a:b')),
    args: fc.oneof(texts, fc.constantFrom('{}', '{"text":"x"}', '[1]')),
    content: fc.array(
      fc.oneof(
        texts.map((value) => ({ type: 'text' as const, text: value })),
        image,
      ),
    ),
  })
  .chain(({ before, ids, name, args, content }) =>
    fc.shuffledSubarray(ids, { minLength: ids.length }).map((order): Message[] => [
      {
        role: 'assistant',
        parts: [...before, ...ids.map((id): Part => ({ type: 'tool-call', id, name, arguments: args }))],
      },
      ...order.map((callId): Message => {
        return { role: 'tool', parts: [{ type: 'tool-result', callId, name, content }] };
      }),
    ]),
  );

it('messages of every part type, with calls answered, make a valid body', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(exchange, said), { maxLength: 4 }), (groups) => {
      const history: Message[] = [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }, ...groups.flat()];
      const fragments = history.map((one) => agentZero.encodeMessage(sourceOf(JSON.stringify(one))).text);
      const body: unknown = JSON.parse(agentZero.renderBody(fragments).text);
      expect(agentZero.check(body)).toEqual([]);
      expect(JSON.stringify(body)).not.toContain('verbatim:call');
    }),
  );
});

it('a history of Agent Zero is a valid chat', () => {
  const messages = [
    { ai: false, content: { user_message: 'list' } },
    { ai: true, content: { thoughts: ['look'], tool_name: 'code:run', tool_args: { code: 'ls' } } },
    { ai: false, content: { tool_name: 'code', tool_result: 'a', log: 3 } },
    { ai: true, content: { tool_name: 'response', tool_args: { text: 'one' } } },
  ];
  const fragments = messages.map(
    (message) => openAiChat.encodeMessage(sourceOf(stored(JSON.stringify(message)))).text,
  );
  const body: unknown = JSON.parse(openAiChat.renderBody(fragments).text);
  expect(openAiChat.check(body)).toEqual([]);
  const call = { name: 'code_run', arguments: '{"code":"ls"}' };
  expect(body).toEqual({
    messages: [
      { role: 'user', content: '{"user_message":"list"}' },
      {
        role: 'assistant',
        content: '{"thoughts":["look"]}',
        tool_calls: [{ id: 'agent-zero:code', type: 'function', function: call }],
      },
      {
        role: 'tool',
        tool_call_id: 'agent-zero:code',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: '{"log":3}' },
        ],
      },
      { role: 'assistant', content: 'one' },
    ],
  });
});
