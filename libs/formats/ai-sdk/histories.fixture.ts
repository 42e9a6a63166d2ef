import type { Message, Part } from '@verbatim/conversation';
import * as fc from 'fast-check';
import type { JSONValue, ModelMessage, ToolResultPart } from 'ai';

type Of<R extends ModelMessage['role']> = Extract<ModelMessage, { role: R }>;
type Block<R extends 'user' | 'assistant' | 'tool'> = Exclude<Of<R>['content'], string>[number];
type Call = Extract<Block<'assistant'>, { type: 'tool-call' }>;

const words = fc.constantFrom('', 'a', 'hello  there', 'é\u2028"\\', '{"a":1}');
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JSONValue>;
const options = fc.constantFrom(
  { anthropic: { cacheControl: { type: 'ephemeral' } } },
  { openai: { itemId: 'i' } },
);

function perhaps<T extends object>(extra: fc.Arbitrary<T>): fc.Arbitrary<T | Record<never, never>> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extra });
}

const withOptions = perhaps(options.map((providerOptions) => ({ providerOptions })));

function block<T extends object>(shape: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.tuple(shape, withOptions).map(([one, extra]) => ({ ...one, ...extra }));
}

const text = block(words.map((value) => ({ type: 'text' as const, text: value })));
const data = fc.constantFrom('https://e.com/a.png', 'data:image/png;base64,iVBORw0KGgo=', 'iVBORw0KGgo=');
const image = block(data.map((url) => ({ type: 'image' as const, image: url })));
const file = block(data.map((url) => ({ type: 'file' as const, data: url, mediaType: 'application/pdf' })));
const reasoning = block(words.map((value) => ({ type: 'reasoning' as const, text: value })));
const server = fc.constantFrom<Block<'assistant'>>(
  { type: 'tool-call', toolCallId: 'ws', toolName: 'web', input: {}, providerExecuted: true },
  { type: 'tool-result', toolCallId: 'ws', toolName: 'web', output: { type: 'json', value: [] } },
);

const user: fc.Arbitrary<ModelMessage> = fc
  .oneof(words, fc.array(fc.oneof(text, image, file), { maxLength: 3 }))
  .map((content) => ({ role: 'user', content }));

const said: fc.Arbitrary<Block<'assistant'>[]> = fc.array(fc.oneof(text, reasoning, file, server), {
  maxLength: 3,
});

type Output = ToolResultPart['output'];

const output = fc.oneof(
  words.map((value): Output => ({ type: 'text', value })),
  json.map((value): Output => ({ type: 'json', value })),
  words.map((value): Output => ({ type: 'error-text', value })),
  fc.constantFrom<Output>(
    { type: 'execution-denied' },
    {
      type: 'content',
      value: [
        { type: 'text', text: 't' },
        { type: 'image-url', url: 'https://e.com/a.png' },
      ],
    },
  ),
);

/** A turn with calls, and their results in one tool message or in several. */
const callTurn = (turn: number): fc.Arbitrary<ModelMessage[]> =>
  fc
    .tuple(said, fc.array(fc.tuple(json, output), { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([before, calls, inOne]) => {
      const made = calls.map(([input], at): Call => {
        return { type: 'tool-call', toolCallId: `c${turn}-${at}`, toolName: `t${at}`, input };
      });
      const results = made.map(({ toolCallId, toolName }, at) => {
        const value = calls[at]?.[1] ?? { type: 'text' as const, value: '' };
        return { type: 'tool-result' as const, toolCallId, toolName, output: value };
      });
      const assistant: ModelMessage = { role: 'assistant', content: [...before, ...made] };
      const tools: ModelMessage[] = inOne
        ? [{ role: 'tool', content: results }]
        : results.map((result) => ({ role: 'tool', content: [result] }));
      return [assistant, ...tools];
    });

const plainTurn: fc.Arbitrary<ModelMessage[]> = fc
  .oneof(words, said)
  .map((content) => [{ role: 'assistant', content } as ModelMessage]);

/** Bodies of ModelMessages that the SDK takes. */
export const modelBodies: fc.Arbitrary<{ system?: string; messages: ModelMessage[] }> = fc
  .tuple(
    fc.option(words, { nil: undefined }),
    fc.array(
      fc.oneof(
        user.map((message) => () => [message]),
        fc
          .nat()
          .chain((seed) => callTurn(seed))
          .map((turn) => () => turn),
        plainTurn.map((turn) => () => turn),
      ),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(([system, turns]) => ({
    ...(system === undefined ? {} : { system }),
    messages: turns.flatMap((turn) => turn()),
  }));

const url = fc.constantFrom(
  'https://e.com/a.png',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:text/plain,x',
  'data:x',
  'file-1',
);
const content: fc.Arbitrary<Part> = fc.oneof(
  words.map((value): Part => ({ type: 'text', text: value })),
  url.map((at): Part => ({ type: 'image', url: at, detail: 'low' })),
  url.map((at): Part => ({ type: 'file', url: at, name: 'n' })),
  fc.constant<Part>({ type: 'data', name: 'x:y', value: 1 }),
  fc.constantFrom<Part>(
    { type: 'reasoning', text: 'r' },
    { type: 'reasoning', text: 'r', signature: 's' },
    { type: 'reasoning', text: '', encrypted: 'e' },
  ),
);
const contents = fc.array(content, { maxLength: 3 });

const resultContent = fc.array(
  content.filter((part) => part.type === 'text' || part.type === 'image' || part.type === 'file'),
  { maxLength: 2 },
) as fc.Arbitrary<Extract<Part, { type: 'tool-result' }>['content']>;

const canonicalTurn = fc
  .tuple(
    fc.nat(),
    contents,
    fc.array(fc.tuple(fc.constantFrom('', '{"a":1.0}', '[1]', 'no json'), resultContent, fc.boolean()), {
      maxLength: 3,
    }),
    fc.constantFrom('apart', 'together', 'inside', 'by-user'),
    contents,
  )
  .map(([turn, before, calls, how, rest]): Message[] => {
    const made = calls.map(([args], at): Part => {
      return { type: 'tool-call', id: `k${turn}-${at}`, name: `t ${at}`, arguments: args };
    });
    const results = calls.map(([, items, isError], at): Part => {
      return {
        type: 'tool-result',
        callId: `k${turn}-${at}`,
        content: items,
        ...(isError ? { isError } : {}),
      };
    });
    const says: Part[] = [...before, ...made];
    if (how === 'inside') return [{ role: 'assistant', parts: [...says, ...results, ...rest] }];
    const assistant: Message = { role: 'assistant', parts: says };
    if (results.length === 0) return [assistant];
    if (how === 'by-user') return [assistant, { role: 'user', parts: [...results, ...rest] }];
    if (how === 'together') return [assistant, { role: 'tool', parts: results }];
    return [assistant, ...results.map((result): Message => ({ role: 'tool', parts: [result] }))];
  });

/** Canonical messages of every kind of part, each call answered once before anything else. */
export const canonicalHistories: fc.Arbitrary<Message[]> = fc
  .array(
    fc.oneof(
      contents.map((parts): Message[] => [{ role: 'user', parts, name: 'n' }]),
      contents.map((parts): Message[] => [{ role: 'system', parts }]),
      canonicalTurn,
    ),
    { maxLength: 6 },
  )
  .map((turns) => turns.flat())
  .map((messages) => [
    ...messages.filter(({ role }) => role === 'system'),
    ...messages.filter(({ role }) => role !== 'system'),
  ]);
