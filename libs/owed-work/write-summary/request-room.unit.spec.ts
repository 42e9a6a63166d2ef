import { modelEntrySchema, summarizerSchema } from '@verbatim/conversation';
import { SummarizerError } from '@verbatim/llm';
import { requestRoom } from './request-room';

const entry = (more: object = {}) =>
  modelEntrySchema.parse({
    id: 'm',
    provider: 'test',
    maxContext: { tokens: 10_000 },
    encoding: 'o200k_base',
    ...more,
  });
const choice = (more: object) => summarizerSchema.parse(more);

it.each([
  ['the usual window', null, null, 2048, Math.floor((100_000 - 2048 - 400) * 0.9)],
  ["the registry's window", null, entry(), 2048, Math.floor((10_000 - 2048 - 400) * 0.9)],
  [
    "the model's longest answer",
    null,
    entry({ maxOutput: 500 }),
    500,
    Math.floor((10_000 - 500 - 400) * 0.9),
  ],
  [
    'a margin for what is counted inexactly',
    null,
    entry({ margin: 0.5, exact: false }),
    2048,
    Math.floor(((10_000 - 2448) / 1.5) * 0.9),
  ],
  [
    "the choice's window before the registry's",
    choice({ maxContext: 4096 }),
    entry(),
    1024,
    Math.floor((4096 - 1024 - 400) * 0.9),
  ],
  [
    'three requests, 4,000 and 1,000 tokens a minute in a window of 4,096',
    choice({ maxContext: 4096, limitRequests: 3, limitInput: 4000, limitOutput: 1000 }),
    null,
    333,
    Math.floor((4096 - 333 - 400) * 0.9),
  ],
  ['less a minute than the window', choice({ limitInput: 1000 }), null, 2048, Math.floor((1000 - 400) * 0.9)],
])('%s', (_, given, known, maxOutputTokens, material) => {
  expect(requestRoom(given, known, 400)).toEqual({ maxOutputTokens, material });
});

it.each([
  [choice({ maxContext: 500 }), /window of 500 tokens and any number of input tokens a minute/],
  [
    choice({ limitInput: 450 }),
    /450 input tokens a minute leave no room.*instructions take 400 and the answer 2048/,
  ],
])('refuses what leaves no room for anything, with the figures', (given, sentence) => {
  expect(() => requestRoom(given, null, 400)).toThrow(SummarizerError);
  expect(() => requestRoom(given, null, 400)).toThrow(sentence);
});
