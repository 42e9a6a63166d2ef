import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { openAiChat } from '..';

const user = { role: 'user', content: 'q' };
const call = (id: string, name = 'f', text: unknown = 'not JSON') => {
  return { id, type: 'function', function: { name, arguments: text } };
};
const calls = (...ids: string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => call(id)),
});
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: '' });
const asks = (...content: unknown[]) => ({ role: 'user', content });
const making = (...made: unknown[]) => [{ role: 'assistant', content: null, tool_calls: made }, result('a')];

function broken(body: unknown): string[] {
  return openAiChat.check(body).map(({ rule, index }) => `${rule} ${index ?? 'body'}`);
}

describe('what chat completions accept', () => {
  it.each([
    [
      'an answer of two calls in any order',
      [user, calls('a', 'b'), result('b'), result('a'), { role: 'assistant', content: 'x' }],
    ],
    ['an id used again in another turn', [user, calls('a'), result('a'), calls('a'), result('a')]],
    [
      'an assistant that says nothing in text',
      [user, { role: 'assistant', content: '' }, { role: 'assistant', refusal: 'no' }],
    ],
    [
      'instructions in the middle',
      [user, { role: 'developer', content: 'be brief' }, { role: 'system', content: [] }],
    ],
    [
      'keys of compatible servers',
      [{ role: 'assistant', content: 'x', reasoning_content: 'hm', extra_content: {} }],
    ],
    ['a name in other letters', [{ role: 'user', content: '', name: 'Zoë.2' }]],
  ])('%s', (_, messages) => {
    expect(broken({ messages })).toEqual([]);
  });
});

describe('each rule finds the smallest thing that breaks it', () => {
  it.each<[string, unknown[], unknown[], string[]]>([
    ['an unknown role', [user], [{ ...user, role: 'robot' }], ['role-known 0']],
    [
      'an image of an assistant',
      [{ role: 'assistant', content: [{ type: 'text', text: '' }] }],
      [{ role: 'assistant', content: [{ type: 'image_url', image_url: { url: 'https://a.b/c' } }] }],
      ['content-types 0'],
    ],
    ['no content', [user], [{ role: 'user', content: null }], ['content-types 0']],
    [
      'nothing said',
      [{ role: 'assistant', content: '' }],
      [{ role: 'assistant', content: null }],
      ['assistant-not-empty 0'],
    ],
    [
      'an empty list said',
      [{ role: 'assistant', content: '' }],
      [{ role: 'assistant', content: [] }],
      ['assistant-not-empty 0'],
    ],
    [
      'an empty list of calls',
      [{ role: 'assistant', content: 'x' }],
      [{ role: 'assistant', content: 'x', tool_calls: [] }],
      ['calls-not-empty 0'],
    ],
    ['arguments as an object', making(call('a')), making(call('a', 'f', {})), ['call-shape 0']],
    [
      'a long id',
      [calls('x'.repeat(40)), result('x'.repeat(40))],
      [calls('x'.repeat(41)), result('x'.repeat(41))],
      ['call-id-length 0', 'call-id-length 1'],
    ],
    [
      'an id twice in a message',
      [calls('a', 'b'), result('a'), result('b')],
      [calls('a', 'a'), result('a')],
      ['call-ids-unique 0'],
    ],
    ['a dot in the name of a tool', making(call('a', 'f_g')), making(call('a', 'f.g')), ['tool-name 0']],
    [
      'a long name of a tool',
      making(call('a', 'f'.repeat(64))),
      making(call('a', 'f'.repeat(65))),
      ['tool-name 0'],
    ],
    ['a space in a name', [{ ...user, name: 'a' }], [{ ...user, name: 'a b' }], ['author-name 0']],
    ['a result of no call', [calls('a'), result('a')], [user, result('a')], ['result-answers-call 1']],
    [
      'a result behind another message',
      [calls('a'), result('a')],
      [calls('a'), result('a'), user, result('a')],
      ['result-answers-call 3'],
    ],
    [
      'a call without result',
      [calls('a', 'b'), result('a'), result('b')],
      [calls('a', 'b'), result('a')],
      ['call-answered 0'],
    ],
    [
      'a result that comes late',
      [calls('a'), result('a'), user],
      [calls('a'), user, result('a')],
      ['result-answers-call 2', 'call-answered 0'],
    ],
    [
      'two results of a call',
      [calls('a'), result('a')],
      [calls('a'), result('a'), result('a')],
      ['answered-once 2'],
    ],
    [
      'an image without address',
      [asks({ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } })],
      [asks({ type: 'image_url', image_url: { url: 'AA==' } })],
      ['image-url 0'],
    ],
    [
      'a file without name',
      [asks({ type: 'file', file: { file_data: 'data:a/b;base64,AA==', filename: 'a' } })],
      [asks({ type: 'file', file: { file_data: 'data:a/b;base64,AA==' } })],
      ['file-source 0'],
    ],
    [
      'audio in ogg',
      [asks({ type: 'input_audio', input_audio: { data: 'AA==', format: 'mp3' } })],
      [asks({ type: 'input_audio', input_audio: { data: 'AA==', format: 'ogg' } })],
      ['audio-format 0'],
    ],
    ['a message that is none', [user], [user, 5], ['body-shape 1']],
    ['no message', [user], [], ['body-shape body']],
  ])('%s', (_, before, after, violations) => {
    expect(broken({ messages: before })).toEqual([]);
    expect(broken({ messages: after })).toEqual(violations);
  });

  it('more calls than OpenAI takes at once', () => {
    const ids = Array.from({ length: 129 }, (_, at) => `c${at}`);
    const turn = (some: string[]) => ({ messages: [calls(...some), ...some.map(result)] });
    expect(broken(turn(ids.slice(1)))).toEqual([]);
    expect(broken(turn(ids))).toEqual(['calls-count 0']);
  });

  it('every rule has a test above, a sentence and a source', () => {
    const source = readFileSync(__filename, 'utf8');
    for (const { name, fact, source: link } of openAiChat.rules) {
      expect(source).toContain(`'${name} `);
      expect(fact).toMatch(/^[A-Z].*\.$/);
      expect(link).toMatch(/^https:\/\//);
    }
  });
});

it('no JSON makes the check throw', () => {
  const message = fc.dictionary(
    fc.constantFrom(
      'role',
      'content',
      'name',
      'tool_calls',
      'tool_call_id',
      'type',
      'function',
      'image_url',
      'file',
    ),
    fc.oneof(fc.constantFrom('assistant', 'tool', 'user', 'function'), fc.jsonValue()),
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.record({ messages: fc.array(fc.oneof(message, fc.jsonValue())) })),
      (body) => {
        expect(Array.isArray(openAiChat.check(body))).toBe(true);
      },
    ),
  );
});
