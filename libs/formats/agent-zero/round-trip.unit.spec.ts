import { VerbatimError } from '@verbatim/conversation';
import * as fc from 'fast-check';
import { agentZero } from '.';
import { sourceOf, stored } from './agent-zero.fixture';

function again(bodyText: string): { text: string; notices: unknown[] } {
  const { system, messages } = agentZero.split(bodyText);
  const data = [...(system === null ? [] : [agentZero.systemData(system)]), ...messages.map(stored)];
  const encoded = data.map((text) => agentZero.encodeMessage(sourceOf(text)));
  const { text, repairs } = agentZero.renderBody(encoded.map((message) => message.text));
  return {
    text,
    notices: [...encoded.flatMap(({ losses, repairs: own }) => [...losses, ...own]), ...repairs],
  };
}

const calling = { thoughts: ['look'], headline: 'Looking', tool_name: 'code:run', tool_args: { code: 'ls' } };
const found = { ai: false, content: { tool_name: 'code', tool_result: 'a\nb', log: 3 } };
const conversation = {
  system: ['be brief', 'use tools'],
  messages: [
    { ai: false, content: { user_message: 'list the files', attachments: ['a.png'] }, id: 'u1' },
    { ai: true, content: calling },
    found,
    { ai: true, content: JSON.stringify(calling) },
    found,
    {
      ai: false,
      content: { raw_content: [{ type: 'image_url', image_url: { url: 'https://a.b/c.png' } }], preview: '' },
    },
    { ai: true, content: { tool_name: 'response', tool_args: { text: 'two' } } },
    { ai: false, content: ['next', 'task'] },
  ],
};

it('a conversation of every shape is valid and leaves as it came', () => {
  expect(agentZero.check(conversation)).toEqual([]);
  const text = JSON.stringify(conversation);
  expect(again(text)).toEqual({ text, notices: [] });
});

it('white space and numbers survive', () => {
  const text =
    '{"system": "a\\u00e9","messages":[{"ai":true, "content":{"tool_name":"s","tool_args":{"n":12345678901234567890,"2":1.0,"1":0}}}]}';
  expect(again(text).text).toBe(text.replace(': "a', ':"a'));
});

const name = fc
  .string({ unit: 'binary', maxLength: 6 })
  .filter((text) => !text.includes(':') && text !== 'response');
const content = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.trim() !== ''),
  fc.array(fc.jsonValue(), { minLength: 1 }),
  fc.dictionary(fc.constantFrom('a', 'preview', 'user_message', 'thoughts'), fc.jsonValue()),
);
const said = fc.record({ ai: fc.boolean(), content }).map((message) => [message]);
const used = fc
  .record({ name, args: fc.dictionary(fc.string(), fc.jsonValue()), answer: fc.jsonValue() })
  .map((one) => [
    { ai: true, content: { tool_name: one.name, tool_args: one.args } },
    { ai: false, content: { tool_name: one.name, tool_result: one.answer } },
  ]);

it('any history leaves as it came', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(said, used), { minLength: 1, maxLength: 5 }), (turns) => {
      const body = { messages: turns.flat() };
      expect(agentZero.check(body)).toEqual([]);
      const text = JSON.stringify(body);
      expect(again(text)).toEqual({ text, notices: [] });
    }),
  );
});

it('a body splits into what stands apart and its messages', () => {
  expect(agentZero.split(' {"system":"s", "messages":[ {"ai":true} ]}')).toEqual({
    system: '"s"',
    messages: ['{"ai":true}'],
  });
  expect(agentZero.split('[{"ai":true}]')).toEqual({ system: null, messages: ['{"ai":true}'] });
  for (const text of ['{"history":[]}', '4', '[']) expect(() => agentZero.split(text)).toThrow(VerbatimError);
});
