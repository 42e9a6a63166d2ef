import type { Message } from '@verbatim/conversation';
import * as fc from 'fast-check';
import { openAiChat } from '.';
import { corpus } from './corpus.fixture';
import { sourceOf } from './encoding.fixture';

/** The body that the messages of a body make again. */
function again(bodyText: string): { text: string; notices: unknown[] } {
  const encoded = openAiChat.split(bodyText).messages.map((text) => openAiChat.encodeMessage(sourceOf(text)));
  const { text, repairs } = openAiChat.renderBody(encoded.map((message) => message.text));
  return {
    text,
    notices: [...encoded.flatMap(({ losses, repairs: own }) => [...losses, ...own]), ...repairs],
  };
}

it.each(Object.entries(corpus))('the documented example of %s is valid and leaves as it came', (_, body) => {
  expect(openAiChat.check(body)).toEqual([]);
  const text = JSON.stringify(body);
  expect(again(text)).toEqual({ text, notices: [] });
});

const texts = fc.string({ unit: 'binary', maxLength: 8 });
const said = fc.oneof(
  texts,
  fc.array(fc.record({ type: fc.constant('text'), text: texts }), { minLength: 1, maxLength: 2 }),
);
const turn = fc.uniqueArray(fc.stringMatching(/^\w{1,40}$/), { maxLength: 3 }).chain((ids) =>
  fc
    .record({
      content: said,
      extra: fc.jsonValue(),
      arguments: texts,
      order: fc.shuffledSubarray(ids, { minLength: ids.length }),
    })
    .map(({ content, extra, arguments: written, order }) => [
      {
        role: 'assistant',
        content,
        extra,
        ...(ids.length > 0 && {
          tool_calls: ids.map((id) => ({
            id,
            type: 'function',
            function: { name: 'f', arguments: written },
          })),
        }),
      },
      ...order.map((id) => ({ role: 'tool', tool_call_id: id, content, extra })),
    ]),
);
const others = fc
  .record({ role: fc.constantFrom('user', 'system', 'developer'), content: said })
  .map((message) => [message]);

it('any conversation that is valid leaves as it came', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(turn, others), { minLength: 1, maxLength: 5 }), (turns) => {
      const body = { messages: turns.flat() };
      expect(openAiChat.check(body)).toEqual([]);
      const text = JSON.stringify(body);
      expect(again(text)).toEqual({ text, notices: [] });
    }),
  );
});

const image = fc
  .constantFrom('https://a.b/c.png', 'data:image/png;base64,AA==', 'sha256:00', '')
  .map((url) => ({ type: 'image' as const, url }));
const file = fc
  .constantFrom(
    'data:application/pdf;base64,AA==',
    'https://a.b/c.pdf',
    'file-1',
    'data:audio/ogg;base64,AA==',
  )
  .map((url) => ({ type: 'file' as const, url }));
const part = fc.oneof(
  texts.map((text) => ({ type: 'text' as const, text })),
  image,
  file,
  texts.map((text) => ({ type: 'reasoning' as const, text })),
  texts.map((name) => ({ type: 'data' as const, name, value: null })),
);
const result = fc.record({
  content: fc.array(
    fc.oneof(
      texts.map((text) => ({ type: 'text' as const, text })),
      image,
      file,
    ),
    { maxLength: 2 },
  ),
  isError: fc.boolean(),
});
const exchange = fc
  .record({
    before: fc.array(part, { maxLength: 2 }),
    ids: fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), { maxLength: 2 }),
    name: texts,
    result,
    author: texts,
  })
  .map(({ before, ids, name, result: answer, author }): Message[] => [
    {
      role: 'assistant',
      name: author,
      parts: [...before, ...ids.map((id) => ({ type: 'tool-call' as const, id, name, arguments: '' }))],
    },
    ...ids.map((callId): Message => ({ role: 'tool', parts: [{ type: 'tool-result', callId, ...answer }] })),
  ]);
const message = fc
  .record({
    role: fc.constantFrom('user' as const, 'system' as const, 'developer' as const),
    parts: fc.array(part, { maxLength: 3 }),
    name: texts,
  })
  .map((one): Message[] => [one]);

it('messages of every part type, with calls answered, make a valid body', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(exchange, message), { maxLength: 4 }), (groups) => {
      const history: Message[] = [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }, ...groups.flat()];
      const encoded = history.map((one) => openAiChat.encodeMessage(sourceOf(JSON.stringify(one))).text);
      expect(openAiChat.check(JSON.parse(openAiChat.renderBody(encoded).text))).toEqual([]);
    }),
  );
});
