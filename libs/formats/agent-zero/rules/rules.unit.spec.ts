import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { agentZero } from '..';

const asked = { ai: false, content: 'q' };
const use = (tool_name: string, tool_args: object = {}) => ({ ai: true, content: { tool_name, tool_args } });
const answer = (tool_name: string) => ({ ai: false, content: { tool_name, tool_result: '' } });

function broken(body: unknown): string[] {
  return agentZero.check(body).map(({ rule, index }) => `${rule} ${index ?? 'body'}`);
}

it.each([
  ['the same side twice', [asked, asked, { ai: true, content: ['a'] }, { ai: true, content: {} }]],
  ['an agent first', [{ ai: true, content: 'Hello' }]],
  ['a method of a tool', [use('code:run'), answer('code')]],
  ['the answer that ends a turn', [asked, use('response', { text: 'a' })]],
])('fits: %s', (_, messages) => {
  expect(broken({ messages })).toEqual([]);
});

it.each<[string, unknown, unknown, string[]]>([
  ['no message', { messages: [asked] }, { messages: [] }, ['body-shape body']],
  ['a message that is none', { messages: [asked] }, { messages: [asked, 'q'] }, ['body-shape 1']],
  [
    'a system prompt that is no text',
    { system: 's', messages: [asked] },
    { system: 5, messages: [asked] },
    ['body-shape body'],
  ],
  ['a side as text', { messages: [asked] }, { messages: [{ ...asked, ai: 'false' }] }, ['ai-boolean 0']],
  [
    'a blank text',
    { messages: [asked] },
    { messages: [{ ...asked, content: ' ' }] },
    ['content-not-empty 0'],
  ],
  [
    'an empty raw message',
    { messages: [{ ai: false, content: { raw_content: ['a'] } }] },
    { messages: [{ ai: false, content: { raw_content: [] } }] },
    ['content-not-empty 0'],
  ],
  [
    'content that is a number',
    { messages: [asked] },
    { messages: [{ ...asked, content: 4 }] },
    ['content-not-empty 0'],
  ],
  [
    'a result without call',
    { messages: [use('a'), answer('a')] },
    { messages: [asked, answer('a')] },
    ['result-follows-call 1'],
  ],
  [
    'a second result',
    { messages: [use('a'), answer('a')] },
    { messages: [use('a'), answer('a'), answer('a')] },
    ['result-follows-call 2'],
  ],
  [
    'a call without result',
    { messages: [use('a'), answer('a')] },
    { messages: [use('a')] },
    ['call-answered 0'],
  ],
  [
    'a result of another tool',
    { messages: [use('a'), answer('a')] },
    { messages: [use('a'), answer('b')] },
    ['result-follows-call 1', 'call-answered 0'],
  ],
])('does not fit: %s', (_, before, after, violations) => {
  expect(broken(before)).toEqual([]);
  expect(broken(after)).toEqual(violations);
});

it('every rule has a test above, a sentence and a source', () => {
  const source = readFileSync(__filename, 'utf8');
  for (const { name, fact, source: link } of agentZero.rules) {
    expect(source).toContain(`'${name} `);
    expect(fact).toMatch(/^[A-Z].*\.$/);
    expect(link).toMatch(/^https:\/\//);
  }
});

it('no JSON makes the check throw', () => {
  const message = fc.dictionary(
    fc.constantFrom('ai', 'content', 'tool_name'),
    fc.oneof(fc.boolean(), fc.jsonValue()),
  );
  const body = fc.record({ messages: fc.array(fc.oneof(message, fc.jsonValue())) });
  fc.assert(fc.property(fc.oneof(fc.jsonValue(), body), (value) => Array.isArray(agentZero.check(value))));
});
