import { Batch } from './batches';
import { splitMessages } from './entries';
import type { TextEntry } from './read-entries';
import { conversationOf, eventSource, messageSource } from './source';

const first = '{"role":"user","content":"a", "n": 12345678901234567890}';
const second = '{ "content":"\\u00e9", "role":"assistant", "x": 1.0 }';
const survey = { digest: 'd827049039f82a8b', system: null };

const entry = (text: string, index = 0): TextEntry => ({ text, index, start: 0 });

/** Lengths of the batches that these texts make. */
function sizesOf(texts: readonly string[]): number[] {
  const batches = [new Batch<{ text: string }>()];
  for (const text of texts) {
    if (batches.at(-1)?.isFullFor({ text })) batches.push(new Batch());
    batches.at(-1)?.add({ text });
  }
  return batches.map(({ entries }) => entries.length);
}

describe('messages', () => {
  test.each([
    ['a bare list', `[${first},\n ${second}]`],
    ['an object with messages', `{"model":"m","messages":[${first}, ${second}]}`],
    ['a message a line', `${first}\n\n${second}\r\n`],
  ])('are read from %s, as they were written', (_, text) => {
    const { texts } = splitMessages('chat.json', text, 'openai-chat');
    expect(texts.map((each) => each.slice())).toEqual([first, second]);
  });

  test('are read from a body that has a text for a list', () => {
    const { system, texts } = splitMessages(
      'a.json',
      '{"input":"hi","instructions":"Be brief"}',
      'openai-responses',
    );
    expect([system, texts.map((each) => each.slice())]).toEqual([
      '"Be brief"',
      ['{"role":"user","content":"hi"}'],
    ]);
  });

  test('are sent as they were written, what stands apart with the first one alone', () => {
    const source = messageSource('c', 'anthropic', { ...survey, system: '"Be brief"' });
    const entries = [entry(first), entry(second, 1)].map((each) => source.entry(each));
    const ids = entries.map(({ id }) => id);
    expect(ids).toEqual(['import-d827049039f82a8b-0', 'import-d827049039f82a8b-1']);
    expect(source.body(entries)).toBe(
      `{"format":"anthropic","system":"Be brief","ids":${JSON.stringify(ids)},"messages":[${first},${second}]}`,
    );
    expect(source.body(entries.slice(1))).not.toContain('Be brief');
  });

  test("go to the conversation named, else the one of the file's name", () => {
    expect(conversationOf('dir/my chat.json', undefined)).toBe('my chat');
    expect(conversationOf('dir/my chat.json', 'a/b')).toBe('a/b');
    expect(messageSource('a/b', 'openai-chat', survey).path).toBe('/v1/conversations/a%2Fb/messages');
  });
});

describe('events', () => {
  const known = '{"id":"e1","type":"MessageAppended","subject":"c1","data":{"big":1e400}}';
  const nameless = '{"type":"RunStarted","subject":"c2","data":{ }}';

  test('keep their ids; those without get one', () => {
    const source = eventSource(survey);
    const entries = [entry(known), entry(nameless, 1)].map((each) => source.entry(each));
    expect(entries).toMatchObject([
      { id: 'e1', conversation: 'c1', isNamed: true },
      { id: 'import-d827049039f82a8b-1', conversation: 'c2', isNamed: false },
    ]);
    const withId = `${nameless.slice(0, -1)},"id":"${entries[1]?.id}"}`;
    expect(source.body(entries)).toBe(`[${known},${withId}]`);
  });

  test('keep an id that a terminal could not show', () => {
    const text = String.raw`{"id":"a\nb","subject":"c"}`;
    expect(eventSource(survey).entry(entry(text)).id).toBe('a\nb');
  });
});

test.each([
  ['', 'chat.json is empty: expected messages or events in JSON or JSONL'],
  ['[{},]', 'chat.json:1:5: not JSON: expected an entry'],
  ['{}\n{"é":}\n', 'chat.json:2:6: not JSON: expected a value'],
  ['[{},3]', 'chat.json:1:5: entry 1 is not an object'],
  ['{"input":[]}', 'chat.json: expected a list of messages or an object with "messages"'],
])('a file that holds %j is refused', (text, message) => {
  expect(() => splitMessages('chat.json', text, 'openai-chat')).toThrow(message);
});

describe('batches', () => {
  test('hold 500 entries at most', () => {
    expect(sizesOf(Array.from({ length: 1001 }, () => 'x'))).toEqual([500, 500, 1]);
  });

  test('hold 8 MiB at most, in bytes; a larger entry goes alone', () => {
    const five = 'é'.repeat(2.5 * 1024 * 1024);
    expect(sizesOf(['x', five, five, five + five, 'x'])).toEqual([2, 1, 1, 1]);
  });
});
