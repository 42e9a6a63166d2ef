import { batches } from './batches';
import { readSource } from './source';

const first = '{"role":"user","content":"a", "n": 12345678901234567890}';
const second = '{ "content":"\\u00e9", "role":"assistant", "x": 1.0 }';

const textsOf = (text: string): string[] =>
  readSource('dir/chat.json', text, 'openai-chat').entries.map((entry) => entry.text);

const idsOf = (file: string, text: string): string[] =>
  readSource(file, text, 'openai-chat').entries.map(({ id }) => id);

/** Start and length of each batch. */
const sizesOf = (texts: readonly string[]): number[][] =>
  [...batches(texts.map((text) => ({ text })))].map(({ start, entries }) => [start, entries.length]);

describe('messages', () => {
  test.each([
    ['a bare list', `[${first},\n ${second}]`],
    ['an object with messages', `{"model":"m","messages":[${first}, ${second}]}`],
    ['a message a line', `${first}\n\n${second}\r\n`],
  ])('are read from %s, as they were written', (_, text) => {
    expect(textsOf(text)).toEqual([first, second]);
  });

  test('one message is a file too', () => {
    expect(textsOf(first)).toEqual([first]);
  });

  test('are sent as they were written', () => {
    const source = readSource('chat.json', `[${first},${second}]`, 'openai-chat');
    const ids = JSON.stringify(source.entries.map(({ id }) => id));
    expect(source.body(source.entries)).toBe(`{"ids":${ids},"messages":[${first},${second}]}`);
  });

  test('have ids that follow from the content of the file and the place in it', () => {
    expect(idsOf('a.json', '[{},{}]')).toEqual(['import-d827049039f82a8b-0', 'import-d827049039f82a8b-1']);
    expect(idsOf('b.json', '[{},{}]')).toEqual(idsOf('a.json', '[{},{}]'));
    expect(idsOf('a.json', '[{},{} ]')).not.toEqual(idsOf('a.json', '[{},{}]'));
  });

  test("go to the conversation named, else the one of the file's name", () => {
    const byName = readSource('dir/my chat.json', '[{}]', 'openai-chat');
    expect(byName.path).toBe('/v1/conversations/my%20chat/messages');
    const named = readSource('dir/my chat.json', '[{}]', 'openai-chat', 'a/b');
    expect(named.path).toBe('/v1/conversations/a%2Fb/messages');
  });
});

describe('events', () => {
  const known = '{"id":"e1","type":"MessageAppended","subject":"c1","data":{"big":1e400}}';
  const nameless = '{"type":"RunStarted","subject":"c2","data":{ }}';

  test('keep their ids; those without get one', () => {
    const { entries, body } = readSource('e.jsonl', `${known}\n${nameless}`, 'events');
    expect(entries.map(({ id }) => id)).toEqual(['e1', expect.stringMatching(/^import-[0-9a-f]{16}-1$/)]);
    const withId = `${nameless.slice(0, -1)},"id":"${entries[1]?.id}"}`;
    expect(body(entries)).toBe(`[${known},${withId}]`);
  });

  test('name their conversation, and tell messages from the rest', () => {
    const { entries } = readSource('e.json', `[${known},${nameless}]`, 'events');
    expect(entries).toMatchObject([
      { conversation: 'c1', isMessage: true },
      { conversation: 'c2', isMessage: false },
    ]);
  });

  test('keep an id that a terminal could not show', () => {
    const [entry] = readSource('e.json', String.raw`[{"id":"a\nb","subject":"c"}]`, 'events').entries;
    expect(entry?.id).toBe('a\nb');
  });

  test('without a subject are refused', () => {
    const event = '[{"type":"MessageAppended"}]';
    expect(() => readSource('e.json', event, 'events')).toThrow('e.json: event 0 has no "subject"');
  });

  test('refuse another conversation', () => {
    expect(() => readSource('e.json', `[${known}]`, 'events', 'c9')).toThrow('leave out --conversation');
  });
});

test.each([
  ['', 'chat.json is empty: expected messages or events in JSON or JSONL'],
  ['[{},]', 'chat.json:1:5: not JSON: expected a value'],
  ['{}\n{"a":}\n', 'chat.json:2:6: not JSON: expected a value'],
  ['[{},3]', 'chat.json: entry 1 is not an object'],
])('a file that holds %j is refused', (text, message) => {
  expect(() => readSource('chat.json', text, 'openai-chat')).toThrow(message);
});

test('an export is not read yet', () => {
  expect(() => readSource('x.json', '{}', 'verbatim-export')).toThrow('not built yet');
});

describe('batches', () => {
  test('hold 500 entries at most', () => {
    expect(sizesOf(Array.from({ length: 1001 }, () => 'x'))).toEqual([
      [0, 500],
      [500, 500],
      [1000, 1],
    ]);
  });

  test('hold 8 MiB at most, in bytes; a larger entry goes alone', () => {
    const five = 'é'.repeat(2.5 * 1024 * 1024);
    expect(sizesOf(['x', five, five, five + five, 'x'])).toEqual([
      [0, 2],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
  });

  test('of nothing are none', () => {
    expect(sizesOf([])).toEqual([]);
  });
});
